import { formatFilters, parseFilters } from '#features/books/filters.ts';

/** What works offline, of the pages in `routing/route-table.ts`. A page in no list needs the server. */

/** Pages that are cached as documents. */
export const PUBLIC_PAGES = /^\/($|book\/[\w-]+$|course\/[^/]+$|user\/[\w-]+$|help$|privacy$|terms$)/;

/** The key of a page's document. Home's depends on its filters; pages ignore other parameters. */
export function toPageKey(pathname: string, query: URLSearchParams): string {
  const filters = formatFilters(pathname === '/' ? parseFilters(query) : {});
  return filters.size === 0 ? pathname : `${pathname}?${filters}`;
}

/** Pages that are drawn without any response: the forms, whose contents the device keeps. */
export const FORM_PAGES = /^\/(add|add-listing|add-listing\/shelf)$/;

/** Pages that can be drawn from the cached response of an endpoint. */
export const pageEndpoints: [page: RegExp, endpoint: (id: string, tab: string | null) => string][] = [
  [/^\/$/, () => '/api/books'],
  [/^\/book\/([\w-]+)$/, (id) => `/api/books/${id}`],
  [/^\/course\/([^/]+)$/, (code) => `/api/courses/${code}`],
  [/^\/user\/([\w-]+)$/, (id) => `/api/users/${id}`],
  [/^\/favorites$/, (_, tab) => (tab === 'wanted' ? '/api/wanted' : '/api/favorites')],
  [/^\/(?:messages|profile)$/, () => '/api/conversations'],
  [/^\/messages\/([\w-]+)\/code$/, (id) => `/api/conversations/${id}`],
  [/^\/conversation\/([\w-]+)$/, (id) => `/api/conversations/${id}/messages`],
];

/** Public endpoints that are cached for offline use. */
export const PUBLIC_ENDPOINTS =
  /^\/api\/(books(\/[\da-f-]{36})?|courses\/[^/]+|users\/[\da-f-]{36}(\/(books|reviews))?)$/;
/** Private endpoints that are cached. All others, payments and administration above all, never are. */
export const PRIVATE_ENDPOINTS =
  /^\/api\/(conversations|favorites|wanted|books\/(user|mine)|users\/me\/(courses|bought))(\/|$)/;
