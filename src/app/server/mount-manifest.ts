import { ResponseCache } from '#platform/server/http/cache/response-cache.ts';
import { languageOf } from '#platform/server/http/language/language-of.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { HOUR_MS } from '#platform/shared/durations.ts';
import { directionOf, type Language } from '#platform/shared/texts/languages.ts';

/**
 * The manifest of the installed product. Browsers fetch it without cookies, so documents name its language in the
 * URL. `id` makes it one product in all languages.
 */
export function mountManifest({ http, clock, market }: ServerContext): void {
  const cache = new ResponseCache({
    clock,
    lifetimeMs: HOUR_MS,
    entries: market.languages.length,
    byUrl: true,
    byLanguage: true,
  });
  http.get('/manifest.webmanifest', { config: { auth: 'public' } }, (request, reply) =>
    cache.respond(request, reply, '', async () => {
      void reply
        .type('application/manifest+json; charset=utf-8')
        .header('cache-control', 'public, max-age=3600');
      return toManifest(languageOf(request));
    }),
  );
}

const png = (size: number, purpose: 'any' | 'maskable') => ({
  src: `/icon-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

const toManifest = (language: Language) => ({
  id: '/',
  name: 'BookSwap',
  short_name: 'BookSwap',
  description: 'Buy and sell used textbooks with students on your campus.',
  lang: language,
  dir: directionOf(language),
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#f7f3ea',
  theme_color: '#f7f3ea',
  categories: ['shopping', 'education'],
  icons: [
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ...[192, 512].map((size) => png(size, 'any')),
    ...[192, 512].map((size) => png(size, 'maskable')),
  ],
  shortcuts: [
    { name: 'Add listing', url: '/add-listing' },
    { name: 'Messages', url: '/messages' },
  ],
});
