import type { CampusLook } from '#features/campus/server/mount.ts';
import { ResponseCache } from '#platform/server/http/cache/response-cache.ts';
import { languageOf } from '#platform/server/http/language/language-of.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { HOUR_MS } from '#platform/shared/durations.ts';
import { SHARE_PATH, shareFields } from '#platform/shared/share-target.ts';
import { directionOf } from '#platform/shared/texts/languages.ts';
import type { Locale } from '#platform/shared/texts/locale.ts';
import { textsIn } from '#platform/shared/texts/t.ts';

/**
 * The manifest of the installed product. Browsers fetch it without cookies, so documents name its language in the
 * URL. `id` makes it one product in all languages.
 */
export function mountManifest(
  { http, clock, market, localeOf, services }: ServerContext,
  look: CampusLook,
): void {
  const cache = new ResponseCache({
    budgets: [services.caches],
    clock,
    lifetimeMs: HOUR_MS,
    entries: market.languages.length,
    byUrl: true,
    byLanguage: true,
  });
  http.get('/manifest.webmanifest', { config: { auth: 'public' } }, (request, reply) =>
    cache.respond(request, reply, '', async () => {
      void reply.type('application/manifest+json; charset=utf-8');
      return toManifest(localeOf(languageOf(request)), look);
    }),
  );
}

const png = (size: number, purpose: 'any' | 'maskable', iconVersion: number | null = null) => ({
  src: iconVersion === null ? `/icon-${size}.png` : `/campus-icon-${size}.png?v=${iconVersion}`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

const toManifest = (locale: Locale, { name, iconVersion }: CampusLook) => {
  const text = textsIn(locale);
  return {
    id: '/',
    name: name === null ? 'BookSwap' : `BookSwap · ${name}`,
    short_name: 'BookSwap',
    description: text('app.manifest.description'),
    lang: locale.language,
    dir: directionOf(locale.language),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#f7f3ea',
    theme_color: '#f7f3ea',
    categories: ['shopping', 'education'],
    icons:
      iconVersion === null
        ? [
            { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
            ...[192, 512].map((size) => png(size, 'any')),
            ...[192, 512].map((size) => png(size, 'maskable')),
          ]
        : [192, 512].map((size) => png(size, 'any', iconVersion)),
    share_target: {
      action: SHARE_PATH,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        title: shareFields.title,
        text: shareFields.text,
        url: shareFields.url,
        files: [{ name: shareFields.photos, accept: ['image/*'] }],
      },
    },
    shortcuts: [
      { name: text('app.manifest.add-listing'), url: '/add-listing' },
      { name: text('app.manifest.messages'), url: '/messages' },
    ],
  };
};
