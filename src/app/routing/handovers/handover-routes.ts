import { lazyPage } from '../lazy-page.tsx';
import type { PageRoute } from '../page-route.ts';
import { lazySkeleton } from '../skeletons/lazy-skeleton.tsx';

/** The two phones at a handover. */
export const handoverRoutes: PageRoute[] = [
  {
    path: '/messages/:id/code',
    skeleton: lazySkeleton('HandoverCodeSkeleton'),
    title: 'app.title.handover-code',
    access: 'signed-in-else-sign-in',
    page: lazyPage('src/app/routing/handovers/code-route.tsx', () => import('./code-route.tsx')),
  },
  {
    path: '/messages/:id/handover',
    skeleton: lazySkeleton('ConfirmHandoverSkeleton'),
    title: 'app.title.confirm-handover',
    access: 'signed-in-else-sign-in',
    page: lazyPage('src/app/routing/handovers/confirm-route.tsx', () => import('./confirm-route.tsx')),
  },
];
