import type { CampusLook } from '#features/campus/server/mount.ts';
import { ResponseCache } from '#platform/server/http/cache/response-cache.ts';
import { languageOf } from '#platform/server/http/language/language-of.ts';
import type { Language } from '#platform/shared/texts/languages.ts';
import { HOUR_MS } from '#platform/shared/durations.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { renderHtmlDocument, offlineDocument } from '../html-document.ts';
import { HEAD_SCRIPT, OFFLINE_RETRY_SCRIPT } from '../head-script.ts';
import type { PageSource } from '../page-source.ts';
import { type ThirdParties, cspHeaders } from '../content-security-policy.ts';
import type { RenderRequest } from '../../shell/ssr.tsx';

type Context = {
  builder: PageSource & Required<Pick<PageSource, 'offline'>>;
  css: string;
  rendering: Omit<RenderRequest, 'url' | 'transport' | 'now' | 'locale' | 'textsFolder'>;
  testMode: boolean;
  look: CampusLook;
  thirdParties: ThirdParties;
};

/** Two documents for the service worker: for a page that is not cached, and the frame of one from cached data. */
export function mountOfflineDocuments(
  { http, clock, publicUrl, market, localeOf, services }: ServerContext,
  { builder, css, rendering, testMode, look, thirdParties }: Context,
): void {
  const documents = {
    '/offline.html': {
      script: OFFLINE_RETRY_SCRIPT,
      make: async (language: Language) => {
        const { renderOfflinePage } = await builder.offline();
        const locale = localeOf(language);
        return offlineDocument(renderOfflinePage(locale), css, locale);
      },
    },
    '/empty.html': {
      script: HEAD_SCRIPT,
      make: async (language: Language) => {
        const { renderEmptyPage } = await builder.offline();
        const locale = localeOf(language);
        const page = renderEmptyPage({
          ...rendering,
          locale,
          textsFolder: builder.textsFolder(language),
          now: clock.now().toISOString(),
        });
        return renderHtmlDocument(page, await builder.assets('/', page.source, language), {
          origin: publicUrl,
          testMode,
          look,
          locale,
          namedLanguage: null,
          languages: market.languages,
        });
      },
    },
  };
  const cache = new ResponseCache({
    budgets: [services.caches],
    clock,
    lifetimeMs: HOUR_MS,
    entries: 2 * market.languages.length,
    byUrl: true,
    byLanguage: true,
  });
  for (const [url, { script, make }] of Object.entries(documents)) {
    const headers = cspHeaders('ordinary', thirdParties, css, script);
    http.route({
      method: 'GET',
      url,
      config: { auth: 'public' },
      handler: (request, reply) =>
        cache.respond(request, reply, url, () => {
          void reply.type('text/html; charset=utf-8').headers({ ...headers, 'x-robots-tag': 'noindex' });
          return make(languageOf(request));
        }),
    });
  }
}
