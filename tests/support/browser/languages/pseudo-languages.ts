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
    const response = await route.fetch();
    const [, language] = /\/texts\/([a-z]+)-/.exec(route.request().url()) ?? [];
    const texts = JSON.parse((await response.text()).replace('export default ', '')) as object;
    const { messages } = pseudoLocaleOf(language as Language);
    const pseudo = Object.fromEntries(Object.keys(texts).map((id) => [id, messages[id]]));
    await route.fulfill({ response, body: `export default ${JSON.stringify(pseudo)}` });
  });
}
