import { parse } from 'regexparam';
import { lazyPage, readyPage } from './lazy-page.tsx';
import type { PageRoute } from './page-route.ts';
import {
  AccountSettingsSkeleton,
  BlankSkeleton,
  BookSkeleton,
  BoostSkeleton,
  ChangePasswordSkeleton,
  ChatSkeleton,
  FavoritesSkeleton,
  FormSkeleton,
  HelpSkeleton,
  HomeSkeleton,
  MessagesSkeleton,
  ProfileSkeleton,
  SubscribeSkeleton,
} from './page-skeletons.tsx';
import { prepareBook, prepareHelp, prepareHome, prepareOffer } from './prepare-pages.ts';
import HomePage from './pages/home-page.tsx';

// What prepares pages runs on the server alone, and is left out of the browser's script.

/** Every screen, in the order they are tried. */
export const routes: PageRoute[] = [
  {
    path: '/',
    skeleton: HomeSkeleton,
    title: 'Book Swap',
    access: 'everybody',
    page: readyPage(HomePage),
    prepare: import.meta.env.SSR ? prepareHome : undefined,
  },
  {
    path: '/book/:id',
    skeleton: BookSkeleton,
    title: null,
    access: 'everybody',
    page: lazyPage('src/app/pages/book-page.tsx', () => import('./pages/book-page.tsx')),
    prepare: import.meta.env.SSR ? prepareBook : undefined,
  },
  {
    path: '/book/:id/edit',
    skeleton: FormSkeleton,
    title: 'Edit listing',
    access: 'signed-in-else-sign-in',
    page: lazyPage(
      'src/features/books/web/edit-listing-page.tsx',
      () => import('#features/books/web/edit-listing-page.tsx'),
    ),
  },
  {
    path: '/sign-in',
    skeleton: BlankSkeleton,
    title: 'Sign In',
    access: 'everybody',
    page: lazyPage(
      'src/features/accounts/web/sign-in-page.tsx',
      () => import('#features/accounts/web/sign-in-page.tsx'),
    ),
  },
  {
    path: '/sign-up',
    skeleton: BlankSkeleton,
    title: 'Sign Up',
    access: 'everybody',
    page: lazyPage(
      'src/features/accounts/web/sign-up-page.tsx',
      () => import('#features/accounts/web/sign-up-page.tsx'),
    ),
  },
  {
    path: '/signed-in',
    skeleton: BlankSkeleton,
    title: 'Sign In',
    access: 'everybody',
    page: lazyPage(
      'src/features/accounts/web/signed-in-page.tsx',
      () => import('#features/accounts/web/signed-in-page.tsx'),
    ),
  },
  {
    path: '/forgot-password',
    skeleton: BlankSkeleton,
    title: 'Forgot password?',
    access: 'everybody',
    page: lazyPage(
      'src/features/accounts/web/forgot-password-page.tsx',
      () => import('#features/accounts/web/forgot-password-page.tsx'),
    ),
  },
  {
    path: '/reset-password',
    skeleton: BlankSkeleton,
    title: 'Choose a new password',
    access: 'everybody',
    page: lazyPage(
      'src/features/accounts/web/reset-password-page.tsx',
      () => import('#features/accounts/web/reset-password-page.tsx'),
    ),
  },
  {
    path: '/verify-email',
    skeleton: BlankSkeleton,
    title: 'Confirm your email',
    access: 'everybody',
    page: lazyPage(
      'src/features/accounts/web/verify-email-page.tsx',
      () => import('#features/accounts/web/verify-email-page.tsx'),
    ),
  },
  {
    path: '/change-password',
    skeleton: ChangePasswordSkeleton,
    title: 'Change Password',
    access: 'signed-in-else-sign-in',
    page: lazyPage(
      'src/app/pages/change-password-page.tsx',
      () => import('./pages/change-password-page.tsx'),
    ),
  },
  ...['/add', '/add-listing'].map((path): PageRoute => ({
    path,
    skeleton: FormSkeleton,
    title: 'Add listing',
    access: 'signed-in-else-sign-in',
    page: lazyPage('src/app/pages/add-listing-page.tsx', () => import('./pages/add-listing-page.tsx')),
  })),
  {
    path: '/favorites',
    skeleton: FavoritesSkeleton,
    title: 'Favorites',
    access: 'signed-in-else-home',
    page: lazyPage('src/app/pages/favorites-page.tsx', () => import('./pages/favorites-page.tsx')),
  },
  {
    path: '/messages',
    skeleton: MessagesSkeleton,
    title: 'Messages',
    access: 'signed-in-else-home',
    page: lazyPage('src/app/pages/messages-page.tsx', () => import('./pages/messages-page.tsx')),
  },
  {
    path: '/conversation/:id',
    skeleton: ChatSkeleton,
    title: 'Conversation',
    access: 'signed-in-else-home',
    page: lazyPage('src/app/pages/conversation-page.tsx', () => import('./pages/conversation-page.tsx')),
  },
  {
    path: '/help',
    skeleton: HelpSkeleton,
    title: 'Help & Support',
    access: 'everybody',
    page: lazyPage('src/app/pages/help-page.tsx', () => import('./pages/help-page.tsx')),
    prepare: import.meta.env.SSR ? prepareHelp : undefined,
  },
  {
    path: '/privacy',
    skeleton: BlankSkeleton,
    title: 'Privacy',
    access: 'everybody',
    page: lazyPage('src/app/pages/privacy-page.tsx', () => import('./pages/privacy-page.tsx')),
  },
  {
    path: '/terms',
    skeleton: BlankSkeleton,
    title: 'Terms',
    access: 'everybody',
    page: lazyPage('src/app/pages/terms-page.tsx', () => import('./pages/terms-page.tsx')),
  },
  {
    path: '/profile',
    skeleton: ProfileSkeleton,
    title: 'Profile',
    access: 'signed-in-else-home',
    page: lazyPage('src/app/pages/profile-page.tsx', () => import('./pages/profile-page.tsx')),
    prepare: import.meta.env.SSR ? prepareOffer('Profile') : undefined,
  },
  {
    path: '/account-settings',
    skeleton: AccountSettingsSkeleton,
    title: 'Account Settings',
    access: 'signed-in-else-home',
    page: lazyPage(
      'src/app/pages/account-settings-page.tsx',
      () => import('./pages/account-settings-page.tsx'),
    ),
  },
  {
    path: '/admin',
    skeleton: BlankSkeleton,
    title: 'Admin Dashboard',
    access: 'admins-else-home',
    page: lazyPage('src/app/pages/admin-page.tsx', () => import('./pages/admin-page.tsx')),
  },
  {
    path: '/boost/:id',
    skeleton: BoostSkeleton,
    title: 'Boost Your Listing',
    access: 'signed-in-else-sign-in',
    policy: 'payments',
    page: lazyPage('src/app/pages/boost-page.tsx', () => import('./pages/boost-page.tsx')),
    prepare: import.meta.env.SSR ? prepareOffer('Boost Your Listing') : undefined,
  },
  {
    path: '/subscribe',
    skeleton: SubscribeSkeleton,
    title: 'Go Ad-Free',
    access: 'signed-in-else-home',
    sentHome: {
      variant: 'destructive',
      title: 'Authentication Required',
      description: 'Please sign in to subscribe to ad-free access.',
    },
    policy: 'payments',
    page: lazyPage('src/app/pages/subscribe-page.tsx', () => import('./pages/subscribe-page.tsx')),
    prepare: import.meta.env.SSR ? prepareOffer('Go Ad-Free') : undefined,
  },
];

const notFound: PageRoute = {
  path: '*',
  skeleton: BlankSkeleton,
  title: '404 Page Not Found',
  access: 'everybody',
  page: lazyPage('src/app/pages/not-found-page.tsx', () => import('./pages/not-found-page.tsx')),
};

const patterns = routes.map((route) => ({ route, ...parse(route.path) }));

/** The screen of a path; what no route knows is the 404 page. */
export function matchRoute(path: string): { route: PageRoute; params: Record<string, string> } {
  for (const { route, pattern, keys } of patterns) {
    const match = pattern.exec(path);
    if (match === null) continue;
    const params = Object.fromEntries(keys.map((key, index) => [key, decoded(match[index + 1] ?? '')]));
    return { route, params };
  }
  return { route: notFound, params: {} };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
