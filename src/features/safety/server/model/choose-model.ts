import type { Language } from '#platform/shared/texts/languages.ts';
import type { ReadMessage } from '../message-words.ts';
import type { ModelName } from './word-groups/word-groups.ts';

/**
 * The model that reads messages in a language. Each was trained with the English and Spanish messages as well. Null:
 * there are no labeled messages in this language, and only what is in the other ones has a warning.
 */
const models: Readonly<Record<Language, ModelName | null>> = {
  en: 'english-and-spanish',
  es: 'english-and-spanish',
  de: 'german',
  ar: 'arabic',
};

export const languagesWithoutWarnings = (
  languages: readonly Language[],
  modelOf: Readonly<Record<string, ModelName | null>> = models,
): Language[] => languages.filter((language) => modelOf[language] === null);

/** Words that German messages have, and English and Spanish ones do not. */
const GERMAN_WORDS = new Set(
  'ich du der ist und nicht mir dir dich mich ein eine einen einem kannst kann bitte hast auf fur wir sie zum zur wie wann noch schon auch aber oder wenn dann habe hab bist sind wird geht gibt mein meine dein deine kein keine nur jetzt heute morgen danke buch preis wurde konnte beim vom nach vor zu bei hallo moin oder ihr ihnen meiner nehme nimmst zahlung moglich sofort gern leider wieviel uhr haben'.split(
    ' ',
  ),
);

const seen: Readonly<Record<ModelName, (message: ReadMessage) => boolean>> = {
  // One letter must not hide a message in another language from its model.
  arabic: ({ text }) => count(text, /(?=\p{Script=Arab})\p{L}/gu) * 2 > count(text, /\p{L}/gu),
  german: ({ text, words }) => /[äöß]/iu.test(text) || words.some((word) => GERMAN_WORDS.has(word)),
  'english-and-spanish': () => true,
};

const count = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0;

/** People mix languages: a message in none of the market's is read as English. */
export const chooseModel = (message: ReadMessage, languages: readonly Language[]): ModelName =>
  (['arabic', 'german'] as const).find(
    (name) => languages.some((language) => models[language] === name) && seen[name](message),
  ) ?? 'english-and-spanish';
