import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { routes } from '#app/routing/route-table.ts';
import { type PageSource, productionPages } from '#app/server/page-source.ts';
import { ensureBuilt } from '#packages/launcher/ensure-built.mjs';
import { launcherConfig } from '../../scripts/launcher-config.mjs';

/** Beside the first script and the texts. */
const MAX_PRELOADED_SCRIPTS = 8;

let pages: PageSource;

beforeAll(async () => {
  // It says how long a build took.
  const log = vi.spyOn(console, 'log').mockReturnValue();
  await ensureBuilt(launcherConfig);
  log.mockRestore();
  pages = productionPages(launcherConfig.root);
});

const scriptsOf = async (path: string) => {
  const { page } = routes.find((route) => route.path === path)!;
  const { script, preload } = await pages.assets(path, page.source, 'en');
  const scripts = [script, ...preload].filter((file) => !file.startsWith('/assets/texts/'));
  return scripts.map((file) => readFileSync(join(pages.staticDir!, file), 'utf8')).join('\n');
};

test('no page preloads more than eight scripts and two files of texts', async () => {
  const counts = routes.map(async ({ path, page }) => {
    const { preload } = await pages.assets(path, page.source, 'en');
    const texts = preload.filter((file) => file.startsWith('/assets/texts/')).length;
    return { path, scripts: preload.length - texts, texts };
  });
  const found = await Promise.all(counts);
  expect(found.filter(({ scripts }) => scripts > MAX_PRELOADED_SCRIPTS)).toEqual([]);
  expect(found.filter(({ path, texts }) => texts !== (path === '/' ? 1 : 2))).toEqual([]);
  expect(found.find(({ path }) => path === '/')).toEqual({ path: '/', scripts: 0, texts: 1 });
});

test('the page of a listing has no code for its owner, and public pages have no schemas', async () => {
  const book = await scriptsOf('/book/:id');
  // The ids of the texts are in the code.
  expect(book).toContain('books.page.contact');
  for (const id of ['books.action.mark-sold', 'payments.dialog.continue', 'boosts.offer.term'])
    expect(book).not.toContain(id);
  for (const path of ['/', '/filters', '/book/:id', '/course/:code', '/user/:id', '/help', '/sign-in'])
    expect(await scriptsOf(path)).not.toContain('ZodError');
  expect(await scriptsOf('/add-listing')).toContain('ZodError');
});
