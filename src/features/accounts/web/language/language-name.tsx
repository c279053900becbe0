import { languageNames } from '#platform/shared/texts/language-choice.ts';
import { DRAFT_LANGUAGES, type Language } from '#platform/shared/texts/languages.ts';
import { rich } from '#platform/shared/texts/rich.ts';

/** What a language calls itself: 'Deutsch', or 'Deutsch (draft)' in the words of the page. */
export function LanguageName({ language }: { language: Language }) {
  const name = () => <bdi lang={language}>{languageNames[language]}</bdi>;
  return DRAFT_LANGUAGES.includes(language) ? rich('accounts.language.draft', { name }) : name();
}
