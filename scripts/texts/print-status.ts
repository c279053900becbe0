import { catalogueFolders, readCatalogue } from '../../src/platform/server/texts/catalogues.ts';
import type { Language } from '../../src/platform/shared/texts/languages.ts';
import { findGaps, TRANSLATIONS } from './translation-state.ts';

/** Languages without a gap: here a missing or a stale text is an error. */
export const COMPLETE_LANGUAGES: readonly Language[] = ['es', 'de', 'ar'];

/** Prints what each language lacks. Returns whether the complete ones lack nothing. */
export function printStatus(): boolean {
  const count = catalogueFolders.reduce(
    (sum, { path }) => sum + Object.keys(readCatalogue(path, 'en')).length,
    0,
  );
  console.log(`en: ${count} texts`);
  let isComplete = true;
  for (const language of TRANSLATIONS) {
    const { missing, stale } = findGaps(language);
    console.log(`${language}: ${missing.length} missing, ${stale.length} stale`);
    if (!COMPLETE_LANGUAGES.includes(language)) continue;
    for (const id of [...missing, ...stale]) console.log(`  ${id}`);
    isComplete &&= missing.length + stale.length === 0;
  }
  return isComplete;
}
