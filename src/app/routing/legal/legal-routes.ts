import { lazyPage } from '../lazy-page.tsx';
import type { PageRoute } from '../page-route.ts';
import { BlankSkeleton } from '../skeletons/lazy-skeleton.tsx';
import { legalLoaders, type LegalPath } from './legal-loaders.ts';

const paths: LegalPath[] = [
  '/privacy',
  '/terms',
  '/imprint',
  '/accessibility',
  '/transparency',
  '/report-illegal',
  '/notice',
];

const page = lazyPage('src/app/routing/legal/legal-route.tsx', () => import('./legal-route.tsx'));

/** The pages that the law asks for, in one chunk. They set their titles: each text of the table is in the first script's. */
export const legalRoutes = paths.map((path): PageRoute => ({
  path,
  title: null,
  access: 'everybody',
  skeleton: BlankSkeleton,
  page,
  loader: import.meta.env.SSR ? legalLoaders[path] : undefined,
}));
