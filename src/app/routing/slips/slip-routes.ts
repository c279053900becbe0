import { lazyPage } from '../lazy-page.tsx';
import { sellerSlipsLoader, shortAddressLoader, slipLoader } from '../page-loaders.ts';
import type { PageRoute } from '../page-route.ts';
import { BlankSkeleton, lazySkeleton } from '../skeletons/lazy-skeleton.tsx';

/** What is printed for a noticeboard, and the addresses on it. */
export const slipRoutes: PageRoute[] = [
  {
    path: '/book/:id/slip',
    skeleton: BlankSkeleton,
    title: null,
    access: 'everybody',
    page: lazyPage('src/app/routing/slips/slip-route.tsx', () => import('./slip-route.tsx')),
    loader: import.meta.env.SSR ? slipLoader : undefined,
  },
  {
    path: '/user/:id/slip',
    skeleton: BlankSkeleton,
    title: null,
    access: 'everybody',
    page: lazyPage('src/app/routing/slips/seller-slips-route.tsx', () => import('./seller-slips-route.tsx')),
    loader: import.meta.env.SSR ? sellerSlipsLoader : undefined,
  },
  {
    path: '/b/:code',
    skeleton: lazySkeleton('BookSkeleton'),
    title: null,
    access: 'everybody',
    page: lazyPage(
      'src/app/routing/slips/short-address-route.tsx',
      () => import('./short-address-route.tsx'),
    ),
    loader: import.meta.env.SSR ? shortAddressLoader : undefined,
  },
];
