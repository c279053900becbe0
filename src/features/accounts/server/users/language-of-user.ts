import type { Market } from '#platform/shared/market/market.ts';
import type { Language } from '#platform/shared/texts/languages.ts';
import type { users } from '../table.ts';

type LanguagesOfUser = Pick<typeof users.$inferSelect, 'language' | 'seenLanguage'>;

/** The language of what a user gets outside of a request: chosen, else last seen, else the market's first. */
export const languageOfUser = (
  { language, seenLanguage }: LanguagesOfUser,
  { languages }: Pick<Market, 'languages'>,
): Language =>
  [language, seenLanguage].find((each) => each !== null && languages.includes(each)) ?? languages[0];
