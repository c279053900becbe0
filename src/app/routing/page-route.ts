import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import type { IdentityConfig } from '#features/accounts/rules.ts';
import type { Adsense } from '#features/ads/rules.ts';
import type { Transport } from '#platform/shared/define-endpoints.ts';
import type { Locale } from '#platform/shared/texts/locale.ts';
import type { PlainTextId } from '#platform/shared/texts/t.ts';
import type { DocumentLocale } from '#platform/web/texts/page-texts.ts';
import type { ToastOptions } from '#ui/overlays/toaster.tsx';

/** The parameters of a page's URL. */
export type PageProps = { params: Record<string, string>; search: URLSearchParams };

/** The content of the document's head. */
export type PageHead = {
  title: string;
  description?: string;
  /** Path of the canonical URL. */
  canonical?: string;
  /** Path of the image for link previews, 1200 × 630; default: the image of Home. */
  image?: string;
  /** Objects of schema.org, each with its context. */
  jsonLd?: readonly object[];
  /** Of Open Graph; default: 'website'. */
  type?: 'product';
  /** The path of the Atom feed of what the page shows, and its title. */
  feed?: { path: string; title: string };
  noIndex?: boolean;
};

export type LoaderResult = {
  head: PageHead;
  status?: 200 | 404;
  /** A path: the request is redirected there, and nothing is rendered. */
  redirect?: string;
};

/**
 * What a page may load from third parties: 'payments' allows the script of the payment provider. A document
 * keeps its policy, so a navigation to a page of the other policy loads a new document.
 */
export type CspProfile = 'ordinary' | 'payments';

/** The state that a document passes to the browser; `Queries` are the dehydrated queries. */
export type DehydratedPage<Queries> = DocumentLocale & {
  /** The time of rendering. */
  now: string;
  queries: Queries;
  /** Null if all pages have the same policy. */
  policy: CspProfile | null;
  adsense: Adsense | null;
  identity: IdentityConfig;
};

export type LazyPage = {
  /** Its file, by which the document finds the chunk to preload; null for a page in the first script. */
  source: string | null;
  /** Fetches the code of the page. The server and the first page of the browser do so before they render. */
  preload: () => Promise<void>;
  Component: ComponentType<PageProps>;
};

export type PageRoute = {
  /** A pattern of wouter. */
  path: string;
  page: LazyPage;
  /**
   * Who may see the page. Others are redirected to `/`, or get the sign-in screen in its place: a signed-out
   * visitor of a page of the team may be a member. The skeleton stands until the session is known.
   */
  access: 'everybody' | 'signed-in-else-home' | 'signed-in-else-sign-in' | 'staff-else-home';
  /** The toast of a redirect to `/`. */
  redirectToast?: Pick<ToastOptions, 'variant'> & Record<'title' | 'description', PlainTextId>;
  /** Stands while the code of the page loads and the session is unknown; has the shape of the page. */
  skeleton: () => ReactNode;
  /** Fetches the data of the page before the server renders it. */
  loader?: (
    queries: QueryClient,
    transport: Transport,
    address: PageProps,
    origin: string,
    locale: Locale,
  ) => Promise<LoaderResult>;
  /** Null if the page sets its title from its data. */
  title: PlainTextId | null;
  /** Default: 'ordinary'. */
  policy?: CspProfile;
  /** A step of signing in: no sign-in returns to it. */
  isSignInStep?: boolean;
};
