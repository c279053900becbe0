/** A product whose texts are those of the pseudo-languages: `en-XA` for English, `ar-XB` for Arabic. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { defaultMarket } from '#platform/shared/market/default-market.ts';
import type { Language } from '#platform/shared/texts/languages.ts';
import { createLocaleOf } from './pseudo-locales.ts';

const PRELOADED = pathToFileURL(join(import.meta.dirname, 'pseudo-texts.mjs')).href;

const pseudoLocaleOf = createLocaleOf(defaultMarket);

/** Variables of a server with these texts. */
export const pseudoTexts = {
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${PRELOADED}`,
};

export const pseudoLocale = (language: Language) => pseudoLocaleOf(language);

/** Replaces the texts that the page loads: the files of the build have the real ones. */
export async function loadPseudoTexts(page: Page): Promise<void> {
  await page.route('**/assets/texts/*/*.js', async (route) => {
    const url = route.request().url();
    let body = pseudoFiles.get(url);
    if (body === undefined) {
      const file = await (await route.fetch()).text();
      body = toPseudoFile(file, /\/texts\/([a-z]+)-/.exec(url)![1] as Language);
      pseudoFiles.set(url, body);
    }
    await route.fulfill({ contentType: 'text/javascript', body });
  });
}

/** By their addresses: each page loads them again, as routes turn the cache of the browser off. */
const pseudoFiles = new Map<string, string>();

function toPseudoFile(file: string, language: Language): string {
  const texts = JSON.parse(file.replace('export default ', '')) as object;
  const { messages } = pseudoLocaleOf(language);
  const pseudo = Object.fromEntries(Object.keys(texts).map((id) => [id, messages[id]]));
  return `export default ${JSON.stringify(pseudo)}`;
}
