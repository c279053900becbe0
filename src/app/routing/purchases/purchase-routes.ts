import { lazyPage } from '../lazy-page.tsx';
import { createOfferLoader } from '../page-loaders.ts';
import type { PageRoute } from '../page-route.ts';
import { lazySkeleton } from '../skeletons/lazy-skeleton.tsx';

/** The pages that take payments. */
export const purchaseRoutes: PageRoute[] = [
  {
    path: '/boost/:id',
    skeleton: lazySkeleton('BoostSkeleton'),
    title: 'app.title.boost',
    access: 'signed-in-else-sign-in',
    policy: 'payments',
    page: lazyPage('src/app/routing/purchases/boost-route.tsx', () => import('./boost-route.tsx')),
    loader: import.meta.env.SSR ? createOfferLoader('app.title.boost') : undefined,
  },
  {
    path: '/subscribe',
    skeleton: lazySkeleton('SubscribeSkeleton'),
    title: 'app.title.ad-free',
    access: 'signed-in-else-home',
    redirectToast: {
      variant: 'destructive',
      title: 'app.subscribe.sign-in',
      description: 'app.subscribe.sign-in-text',
    },
    policy: 'payments',
    page: lazyPage(
      'src/features/subscriptions/web/subscribe-page.tsx',
      () => import('#features/subscriptions/web/subscribe-page.tsx'),
    ),
    loader: import.meta.env.SSR ? createOfferLoader('app.title.ad-free') : undefined,
  },
];
