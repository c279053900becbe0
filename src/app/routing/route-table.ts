import { parse } from 'regexparam';
import { handoverRoutes } from './handovers/handover-routes.ts';
import { lazyPage, eagerPage } from './lazy-page.tsx';
import { moderationRoutes } from './moderation/moderation-routes.ts';
import { legalRoutes } from './legal/legal-routes.ts';
import type { PageRoute } from './page-route.ts';
import { purchaseRoutes } from './purchases/purchase-routes.ts';
import { slipRoutes } from './slips/slip-routes.ts';
import { BlankSkeleton, lazySkeleton } from './skeletons/lazy-skeleton.tsx';
import {
  bookLoader,
  courseLoader,
  createOfferLoader,
  editLoader,
  filtersLoader,
  helpLoader,
  homeLoader,
  shelfLoader,
  userLoader,
} from './page-loaders.ts';
import HomeRoute from './home-route.tsx';
// Loaders run on the server only; the browser's bundle leaves them out.

/** Every page, in the order of matching. Which work offline is in `service-worker/offline-pages.ts`. */
export const routes: PageRoute[] = [
  {
    path: '/',
    skeleton: lazySkeleton('HomeSkeleton'),
    title: 'app.title.home',
    access: 'everybody',
    page: eagerPage(HomeRoute),
    loader: import.meta.env.SSR ? homeLoader : undefined,
  },
  {
    path: '/filters',
    skeleton: BlankSkeleton,
    title: 'app.title.filters',
    access: 'everybody',
    page: lazyPage(
      'src/features/books/web/filters/filters-page.tsx',
      () => import('#features/books/web/filters/filters-page.tsx'),
    ),
    loader: import.meta.env.SSR ? filtersLoader : undefined,
  },
  {
    path: '/book/:id',
    skeleton: lazySkeleton('BookSkeleton'),
    title: null,
    access: 'everybody',
    page: lazyPage('src/app/routing/book-route.tsx', () => import('./book-route.tsx')),
    loader: import.meta.env.SSR ? bookLoader : undefined,
  },
  {
    path: '/course/:code',
    skeleton: lazySkeleton('CourseSkeleton'),
    title: null,
    access: 'everybody',
    page: lazyPage('src/app/routing/courses/course-route.tsx', () => import('./courses/course-route.tsx')),
    loader: import.meta.env.SSR ? courseLoader : undefined,
  },
  {
    path: '/user/:id',
    skeleton: lazySkeleton('UserSkeleton'),
    title: null,
    access: 'everybody',
    page: lazyPage('src/app/routing/users/user-route.tsx', () => import('./users/user-route.tsx')),
    loader: import.meta.env.SSR ? userLoader : undefined,
  },
  {
    path: '/book/:id/edit',
    skeleton: lazySkeleton('EditListingSkeleton'),
    title: 'app.title.edit-listing',
    access: 'signed-in-else-sign-in',
    page: lazyPage(
      'src/app/routing/courses/edit-listing-route.tsx',
      () => import('./courses/edit-listing-route.tsx'),
    ),
    loader: import.meta.env.SSR ? editLoader : undefined,
  },
  {
    path: '/sign-in',
    skeleton: BlankSkeleton,
    title: 'app.title.sign-in',
    access: 'everybody',
    isSignInStep: true,
    page: lazyPage(
      'src/features/accounts/web/sign-in/sign-in-page.tsx',
      () => import('#features/accounts/web/sign-in/sign-in-page.tsx'),
    ),
  },
  {
    path: '/sign-up',
    skeleton: BlankSkeleton,
    title: 'app.title.sign-up',
    access: 'everybody',
    isSignInStep: true,
    page: lazyPage(
      'src/features/accounts/web/sign-in/sign-up-page.tsx',
      () => import('#features/accounts/web/sign-in/sign-up-page.tsx'),
    ),
  },
  {
    path: '/signed-in',
    skeleton: BlankSkeleton,
    title: 'app.title.sign-in',
    access: 'everybody',
    isSignInStep: true,
    page: lazyPage(
      'src/features/accounts/web/sign-in/sign-in-complete-page.tsx',
      () => import('#features/accounts/web/sign-in/sign-in-complete-page.tsx'),
    ),
  },
  {
    path: '/forgot-password',
    skeleton: BlankSkeleton,
    title: 'app.title.forgot-password',
    access: 'everybody',
    isSignInStep: true,
    page: lazyPage(
      'src/features/accounts/web/sign-in/forgot-password-page.tsx',
      () => import('#features/accounts/web/sign-in/forgot-password-page.tsx'),
    ),
  },
  {
    path: '/reset-password',
    skeleton: BlankSkeleton,
    title: 'app.title.reset-password',
    access: 'everybody',
    isSignInStep: true,
    page: lazyPage(
      'src/features/accounts/web/sign-in/reset-password-page.tsx',
      () => import('#features/accounts/web/sign-in/reset-password-page.tsx'),
    ),
  },
  {
    path: '/verify-email',
    skeleton: BlankSkeleton,
    title: 'app.title.verify-email',
    access: 'everybody',
    isSignInStep: true,
    page: lazyPage(
      'src/features/accounts/web/sign-in/verify-email-page.tsx',
      () => import('#features/accounts/web/sign-in/verify-email-page.tsx'),
    ),
  },
  {
    path: '/change-password',
    skeleton: lazySkeleton('ChangePasswordSkeleton'),
    title: 'app.title.change-password',
    access: 'signed-in-else-sign-in',
    page: lazyPage(
      'src/features/accounts/web/settings/change-password-page.tsx',
      () => import('#features/accounts/web/settings/change-password-page.tsx'),
    ),
  },
  ...['/add', '/add-listing'].map((path): PageRoute => ({
    path,
    skeleton: lazySkeleton('AddListingSkeleton'),
    title: 'app.title.add-listing',
    access: 'signed-in-else-sign-in',
    page: lazyPage('src/app/routing/add-listing-route.tsx', () => import('./add-listing-route.tsx')),
  })),
  {
    path: '/add-listing/shelf',
    skeleton: lazySkeleton('ShelfSkeleton'),
    title: null,
    access: 'signed-in-else-sign-in',
    page: lazyPage('src/app/routing/books/shelf-route.tsx', () => import('./books/shelf-route.tsx')),
    loader: import.meta.env.SSR ? shelfLoader : undefined,
  },
  {
    path: '/favorites',
    skeleton: lazySkeleton('FavoritesSkeleton'),
    title: 'app.title.favorites',
    access: 'signed-in-else-home',
    page: lazyPage('src/app/routing/favorites-route.tsx', () => import('./favorites-route.tsx')),
  },
  {
    path: '/messages',
    skeleton: lazySkeleton('MessagesSkeleton'),
    title: 'app.title.messages',
    access: 'signed-in-else-home',
    page: lazyPage('src/app/routing/messages-route.tsx', () => import('./messages-route.tsx')),
  },
  {
    path: '/conversation/:id',
    skeleton: lazySkeleton('ConversationPageSkeleton'),
    title: 'app.title.conversation',
    access: 'signed-in-else-home',
    page: lazyPage('src/app/routing/conversation-route.tsx', () => import('./conversation-route.tsx')),
  },
  ...handoverRoutes,
  ...slipRoutes,
  {
    path: '/help',
    skeleton: lazySkeleton('HelpSkeleton'),
    title: 'app.title.help',
    access: 'everybody',
    page: lazyPage('src/app/routing/help-route.tsx', () => import('./help-route.tsx')),
    loader: import.meta.env.SSR ? helpLoader : undefined,
  },
  ...legalRoutes,
  {
    path: '/profile',
    skeleton: lazySkeleton('ProfileSkeleton'),
    title: 'app.title.profile',
    access: 'signed-in-else-home',
    page: lazyPage('src/app/routing/profile-route.tsx', () => import('./profile-route.tsx')),
    loader: import.meta.env.SSR ? createOfferLoader('app.title.profile') : undefined,
  },
  {
    path: '/account-settings',
    skeleton: lazySkeleton('AccountSettingsSkeleton'),
    title: 'app.title.account-settings',
    access: 'signed-in-else-home',
    page: lazyPage(
      'src/app/routing/account-settings-route.tsx',
      () => import('./account-settings-route.tsx'),
    ),
  },
  {
    path: '/admin',
    skeleton: BlankSkeleton,
    title: 'app.title.admin',
    access: 'staff-else-home',
    page: lazyPage('src/app/routing/admin-route.tsx', () => import('./admin-route.tsx')),
  },
  ...moderationRoutes,
  ...purchaseRoutes,
];

const notFound: PageRoute = {
  path: '*',
  skeleton: BlankSkeleton,
  title: 'app.title.not-found',
  access: 'everybody',
  page: lazyPage('src/app/routing/not-found-route.tsx', () => import('./not-found-route.tsx')),
};

const patterns = routes.map((route) => ({ route, ...parse(route.path) }));

/** No page and no id contains one. */
const FILE_PATH = /\./;

/** The page of a path; without a match the 404 page. */
export function matchRoute(path: string): { route: PageRoute; params: Record<string, string> } {
  for (const { route, pattern, keys } of FILE_PATH.test(path) ? [] : patterns) {
    const match = pattern.exec(path);
    if (match === null) continue;
    const params = Object.fromEntries(keys.map((key, index) => [key, decoded(match[index + 1] ?? '')]));
    return { route, params };
  }
  return { route: notFound, params: {} };
}

/** Whether a sign-in may return to the path, with its query: a page, but no step of signing in. */
export function isReturnPage(path: string): boolean {
  const { route } = matchRoute(new URL(path, 'http://localhost').pathname);
  return route !== notFound && route.isSignInStep !== true;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
