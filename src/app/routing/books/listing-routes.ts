import { lazyPage } from '../lazy-page.tsx';
import { shelfLoader } from '../page-loaders.ts';
import type { PageRoute } from '../page-route.ts';
import { lazySkeleton } from '../skeletons/lazy-skeleton.tsx';

/** The pages of new listings. */
export const listingRoutes: PageRoute[] = [
  ...['/add', '/add-listing'].map((path): PageRoute => ({
    path,
    skeleton: lazySkeleton('AddListingSkeleton'),
    title: 'app.title.add-listing',
    access: 'signed-in-else-sign-in',
    page: lazyPage('src/app/routing/add-listing-route.tsx', () => import('../add-listing-route.tsx')),
  })),
  {
    path: '/add-listing/shelf',
    skeleton: lazySkeleton('ShelfSkeleton'),
    title: null,
    access: 'signed-in-else-sign-in',
    page: lazyPage('src/app/routing/books/shelf-route.tsx', () => import('./shelf-route.tsx')),
    loader: import.meta.env.SSR ? shelfLoader : undefined,
  },
];
