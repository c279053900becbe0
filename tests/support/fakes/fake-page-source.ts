import { toLocaleFacts } from '#platform/shared/texts/locale.ts';
import { toInlineStyles } from '#app/server/inline-styles.ts';
import type { PageSource } from '#app/server/page-source.ts';

const isMissing = (path: string) => path.startsWith('/nothing') || path === '/404';

/** The page routes with a renderer that returns its input. Nothing exists at `/404` and below `/nothing`. */
export const createFakePageSource = (rendered: string[] = []): PageSource => ({
  renderer: async () => ({
    renderPage: async ({ url, locale, textsFolder }) => {
      rendered.push(url);
      const status = isMissing(url) ? 404 : 200;
      return {
        status,
        source: null,
        policy: 'ordinary',
        noScript: '',
        head: { title: 'T' },
        sprite: '',
        body: url,
        state: {
          now: '',
          queries: {},
          policy: null,
          adsense: null,
          identity: { kind: 'embedded', campus: null },
          locale: toLocaleFacts(locale),
          textsFolder,
          texts: {},
        },
      };
    },
    pageKey: (path, url) => (isMissing(path) ? null : url),
    stalePageNotice: () => '<div id="stale-page-notice">This is up to a minute old.</div>',
    unavailable: () => '<h1>Back in a moment</h1>',
    marketNotice: (_locale, { state, campus, reason }) => `<h1>${campus} ${state}</h1>${reason ?? ''}`,
    unknownHostNotice: (_locale, host) => `<h1>No campus here</h1>${host}`,
  }),
  assets: async () => ({
    script: '/assets/a.js',
    preload: [],
    css: toInlineStyles([Buffer.from('a{}')]),
    cssFiles: [],
  }),
  css: 'a{}',
  staticDir: null,
  textsFolder: (language) => `/assets/texts/${language}/`,
  close: async () => {},
});
