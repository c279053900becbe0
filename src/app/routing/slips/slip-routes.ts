import { lazyPage } from '../lazy-page.tsx';
import { sellerSlipsLoader, shortAddressLoader, slipLoader } from '../page-loaders.ts';
import type { PageRoute } from '../page-route.ts';
import { BlankSkeleton } from '../skeletons/lazy-skeleton.tsx';

const page = lazyPage('src/app/routing/slips/slip-route.tsx', () => import('./slip-route.tsx'));
const loaders = import.meta.env.SSR ? [slipLoader, sellerSlipsLoader, shortAddressLoader] : [];

/** What is printed for a noticeboard, and the addresses on it. */
export const slipRoutes = ['/book/:id/slip', '/user/:seller/slip', '/b/:code'].map(
  (path, index): PageRoute => ({
    path,
    skeleton: BlankSkeleton,
    title: null,
    access: 'everybody',
    page,
    loader: loaders[index],
  }),
);
