import type { PageSource } from '#app/server/page-source.ts';

/** The page routes with a renderer that returns its input. Nothing exists below `/nothing`. */
export const createFakePageSource = (rendered: string[] = []): PageSource => ({
  renderer: async () => ({
    renderPage: async ({ url }) => {
      rendered.push(url);
      const status = url.startsWith('/nothing') ? 404 : 200;
      return {
        status,
        source: null,
        policy: 'ordinary',
        head: { title: 'T' },
        sprite: '',
        body: url,
        state: {
          now: '',
          queries: {},
          policy: null,
          adsense: null,
          identity: { kind: 'embedded', campus: null },
        },
      };
    },
    pageKey: (path, url) => (path.startsWith('/nothing') ? null : url),
  }),
  assets: async () => ({ script: '/assets/a.js', preload: [], css: 'a{}' }),
  css: 'a{}',
  staticDir: null,
  close: async () => {},
});
