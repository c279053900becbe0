import { lazyPage } from '../lazy-page.tsx';
import { appealLoader } from '../page-loaders.ts';
import type { PageRoute } from '../page-route.ts';
import { BlankSkeleton, lazySkeleton } from '../skeletons/lazy-skeleton.tsx';

const decisions = lazyPage(
  'src/app/routing/moderation/decisions-route.tsx',
  () => import('./decisions-route.tsx'),
);

/** Cases for the team, and decisions for those whom they are about. The pages set their titles. */
export const moderationRoutes: PageRoute[] = [
  {
    path: '/admin/cases/:id',
    skeleton: BlankSkeleton,
    title: null,
    access: 'staff-else-home',
    page: lazyPage('src/app/routing/moderation/case-route.tsx', () => import('./case-route.tsx')),
  },
  ...['/account-settings/decisions', '/account-settings/decisions/:id'].map((path): PageRoute => ({
    path,
    skeleton: lazySkeleton('DecisionsSkeleton'),
    title: null,
    access: 'signed-in-else-sign-in',
    page: decisions,
  })),
  {
    path: '/appeal',
    skeleton: BlankSkeleton,
    title: null,
    access: 'everybody',
    page: lazyPage(
      'src/features/moderation/web/decisions/appeal-page.tsx',
      () => import('#features/moderation/web/decisions/appeal-page.tsx'),
    ),
    loader: import.meta.env.SSR ? appealLoader : undefined,
  },
];
