import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueFolders, readCatalogue } from '../../src/platform/server/texts/catalogues.ts';
import { LANGUAGES } from '../../src/platform/shared/texts/languages.ts';
import { checkEnglish, checkTranslation, findRepeatedIds } from './check-texts.ts';

/** What is wrong in all catalogues: `books/de: books.card.sold lacks {price}`. */
export const findFaults = (): string[] =>
  catalogueFolders.flatMap(({ name, path }) => {
    const english = readCatalogue(path, 'en');
    return LANGUAGES.flatMap((language) => {
      const file = join(path, `${language}.json`);
      if (!existsSync(file)) return [];
      const texts = readCatalogue(path, language);
      return [
        ...findRepeatedIds(readFileSync(file, 'utf8')),
        ...(language === 'en' ? checkEnglish(name, english) : checkTranslation(language, texts, english)),
      ].map((fault) => `${name}/${language}: ${fault}`);
    });
  });
