import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { IdentityConfig } from '#features/accounts/rules.ts';
import type { Adsense } from '#features/ads/rules.ts';
import type { Transport } from '#platform/shared/define-endpoints.ts';
import type { ToastOptions } from '#ui/overlays/toaster.tsx';
import type { LazyPage } from './lazy-page.tsx';

/** What a page is asked for with. */
export type PageProps = { params: Record<string, string>; search: URLSearchParams };

/** What the head of the document says about a page. */
export type PageHead = {
  title: string;
  description?: string;
  /** Path of the page's one true address. */
  canonical?: string;
  /** Path of a share picture, 1200 × 630. */
  image?: string;
  /** schema.org */
  jsonLd?: object;
  noIndex?: boolean;
};

export type LoaderResult = { head: PageHead; status?: 200 | 404 };

/**
 * What a page may load from outsiders: 'payments' admits the payment provider, where it has a script. A document keeps the policy it
 * was loaded with, so going from one to the other loads the page anew.
 */
export type CspProfile = 'ordinary' | 'payments';

/** What a document hands on to the browser: `Queries` is what was fetched for it. */
export type DehydratedPage<Queries> = {
  /** When it was rendered. */
  now: string;
  queries: Queries;
  /** Null where every page has the same. */
  policy: CspProfile | null;
  adsense: Adsense | null;
  identity: IdentityConfig;
};

export type PageRoute = {
  /** As wouter reads it. */
  path: string;
  page: LazyPage;
  /**
   * Who sees it; others are sent to `/`, or get the sign-in screen in its place: who is signed out on an administrators' page may yet
   * be one. Nothing flashes before that is known.
   */
  access: 'everybody' | 'signed-in-else-home' | 'signed-in-else-sign-in' | 'admins-else-home';
  /** What is said to whoever is sent to `/`. */
  redirectToast?: ToastOptions;
  /** Stands while the page's code loads and while it is not known who is asking; has the page's shape. */
  skeleton: () => ReactNode;
  /** Fetches what the page shows before it is rendered on the server. Without one the page has nothing to fetch there. */
  loader?: (
    queries: QueryClient,
    transport: Transport,
    address: PageProps,
    origin: string,
  ) => Promise<LoaderResult>;
  /** Null where the page names itself, as it learns its name from what it shows. */
  title: string | null;
  /** 'ordinary' unless said. */
  policy?: CspProfile;
};
