import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { routes } from '#app/routing/route-table.ts';
import { type PageSource, productionPages } from '#app/server/page-source.ts';
import { ensureBuilt } from '#packages/launcher/ensure-built.mjs';
import { launcherConfig } from '../../scripts/launcher-config.mjs';

/** Beside the first script and the texts. */
const MAX_PRELOADED_SCRIPTS = 8;

/** Brotli, with the texts in English: what a visitor has fetched four seconds after the page has loaded. */
const MAX_KILOBYTES: Readonly<Record<string, number>> = { '/': 86.6, '/book/:id': 102.5 };

let pages: PageSource;

beforeAll(async () => {
  // It says how long a build took.
  const log = vi.spyOn(console, 'log').mockReturnValue();
  await ensureBuilt(launcherConfig);
  log.mockRestore();
  pages = productionPages(launcherConfig.root);
});

function chunkNamed(name: string): string {
  const file = readdirSync(join(pages.staticDir!, 'assets')).find(
    (found) => found.startsWith(`${name}-`) && found.endsWith('.js'),
  );
  if (file === undefined) throw new Error(`No chunk is named ${name}`);
  return `/assets/${file}`;
}

/** 0 for a file that was not built: not every part has texts. Small files are not compressed by the build. */
function transferredBytes(path: string): number {
  const file = join(pages.staticDir!, path);
  const sent = [`${file}.br`, file].find(existsSync);
  return sent === undefined ? 0 : statSync(sent).size;
}

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

test('Home and the page of a listing stay within their weight', async () => {
  // Beside what the document preloads.
  const later = { '/': ['after-load', 'ad-content'], '/book/:id': ['ad-content'] };
  for (const [path, names] of Object.entries(later)) {
    const { page } = routes.find((route) => route.path === path)!;
    const { script, preload } = await pages.assets(path, page.source, 'en');
    const named = names.flatMap((name) => [chunkNamed(name), `${pages.textsFolder('en')}${name}.js`]);
    const files = new Set([script, ...preload, ...named]);
    const bytes = [...files].reduce((sum, file) => sum + transferredBytes(file), 0);
    expect({ path, isWithin: bytes / 1000 < MAX_KILOBYTES[path]! }).toEqual({ path, isWithin: true });
  }
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
