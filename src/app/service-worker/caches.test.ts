import { expect, test, vi } from 'vitest';

test('the files of a version are fetched a few at a time, and all of them are kept', async () => {
  const files = Array.from({ length: 11 }, (_, at) => `/assets/${at}.js`);
  vi.stubGlobal('BUILD', 'test');
  vi.stubGlobal('BUILT_FILES', files);
  vi.stubGlobal('BUILT_TEXTS', ['first.js', 'later.js', 'book.js', 'home.js']);
  let open = 0;
  const kept: string[] = [];
  const cache = {
    async addAll(paths: readonly (string | Request)[]) {
      open += paths.length;
      expect(open).toBeLessThanOrEqual(3);
      await Promise.resolve();
      open -= paths.length;
      kept.push(...paths.map((path) => (typeof path === 'string' ? path : new URL(path.url).pathname)));
    },
    match: () => Promise.resolve(new Response('"textsFolder":"/texts/en/"')),
  };
  vi.stubGlobal('caches', { open: () => Promise.resolve(cache) });
  vi.stubGlobal(
    'Request',
    class {
      readonly url: string;
      constructor(path: string) {
        this.url = `https://campus.example${path}`;
      }
    },
  );
  const { precache } = await import('./caches.ts');
  await precache();
  expect(kept.toSorted()).toEqual(
    [
      ...files,
      '/empty.html',
      '/offline.html',
      ...['first', 'later', 'book', 'home'].map((name) => `/texts/en/${name}.js`),
    ].toSorted(),
  );
});
