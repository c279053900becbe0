import { lazyPage } from '../lazy-page.tsx';
import type { PageRoute } from '../page-route.ts';
import { BlankSkeleton } from '../skeletons/lazy-skeleton.tsx';
import {
  confirmNoticeLoader,
  createImprintLoader,
  reportIllegalLoader,
  transparencyLoader,
} from './legal-loaders.ts';

const { SSR } = import.meta.env;
const common = { skeleton: BlankSkeleton, access: 'everybody' } as const;

/** The pages that the law asks for. Those with other titles than 'Terms' and 'Privacy' set them themselves. */
export const legalRoutes: PageRoute[] = [
  {
    ...common,
    path: '/privacy',
    title: 'app.title.privacy',
    hasOwnFoot: true,
    page: lazyPage('src/app/routing/legal/privacy-route.tsx', () => import('./privacy-route.tsx')),
    loader: SSR ? createImprintLoader('/privacy', 'app.title.privacy') : undefined,
  },
  {
    ...common,
    path: '/terms',
    title: 'app.title.terms',
    hasOwnFoot: true,
    page: lazyPage('src/app/routing/legal/terms-route.tsx', () => import('./terms-route.tsx')),
    loader: SSR ? createImprintLoader('/terms', 'app.title.terms') : undefined,
  },
  {
    ...common,
    path: '/imprint',
    title: null,
    hasOwnFoot: true,
    page: lazyPage('src/app/routing/legal/imprint-route.tsx', () => import('./imprint-route.tsx')),
    loader: SSR ? createImprintLoader('/imprint', 'support.imprint.title') : undefined,
  },
  {
    ...common,
    path: '/accessibility',
    title: null,
    hasOwnFoot: true,
    page: lazyPage(
      'src/app/routing/legal/accessibility-route.tsx',
      () => import('./accessibility-route.tsx'),
    ),
    loader: SSR ? createImprintLoader('/accessibility', 'support.accessibility.title') : undefined,
  },
  {
    ...common,
    path: '/transparency',
    title: null,
    page: lazyPage(
      'src/features/transparency/web/transparency-page.tsx',
      () => import('#features/transparency/web/transparency-page.tsx'),
    ),
    loader: SSR ? transparencyLoader : undefined,
  },
  {
    ...common,
    path: '/report-illegal',
    title: null,
    hasOwnFoot: true,
    page: lazyPage(
      'src/features/notices/web/report-illegal-page.tsx',
      () => import('#features/notices/web/report-illegal-page.tsx'),
    ),
    loader: SSR ? reportIllegalLoader : undefined,
  },
  {
    ...common,
    path: '/notice',
    title: null,
    hasOwnFoot: true,
    page: lazyPage(
      'src/features/notices/web/confirm-notice-page.tsx',
      () => import('#features/notices/web/confirm-notice-page.tsx'),
    ),
    loader: SSR ? confirmNoticeLoader : undefined,
  },
];
