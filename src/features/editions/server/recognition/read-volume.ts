import { readRoman } from './fold-title.ts';
import { ORDINAL_WORD, readOrdinal } from './ordinals.ts';

const START = '(?<![\\p{L}\\p{N}])';
const END = '(?![\\p{L}\\p{N}])';
const VOLUME_WORD =
  '(?:volumes?|vols?|volumen|parts?|pts?|band|bande|bd|teil|tomos?|tome|volume|partes?|partie|libro|book|unit|module|modul|semester|level|nivel|year|grade|الجزء|جزء|المجلد|مجلد|ج|مج|الوحده)';
const NUMERALS = [
  'one two three four five six seven eight nine ten',
  'eins zwei drei vier funf sechs sieben acht neun zehn',
  'uno dos tres cuatro cinco seis siete ocho nueve diez',
].map((list) => list.split(' '));
const NUMERAL = `(?:${NUMERALS.flat().join('|')})`;
const NUMBER = `(?:\\d{1,3}(?:[.-]\\d{1,2})?[a-z]?|[ivx]{1,5}|[a-h]|${NUMERAL}|${ORDINAL_WORD})`;
const LIST = `${NUMBER}(?:(?: ?[-,/&+] ?| and | und | y | to | bis )${NUMBER}${END})*`;

const behindWord = new RegExp(`${START}${VOLUME_WORD}[.:]? ?(?:no[.]? )?#?(?<list>${LIST})${END}`, 'gu');
const beforeWord = new RegExp(
  `${START}(?<list>${ORDINAL_WORD}|\\d{1,2}(?:st|nd|rd|th|[.]|e|o|er)) ?(?:volume|vol|part|band|teil|tomo|tome|parte|partie|semester|جزء|مجلد)${END}`,
  'gu',
);

const SET =
  /(?<!\p{L})(?:complete |full |boxed? ?)?set(?!\p{L})|(?<!\p{L})(?:completo|komplett|gesamtausgabe)(?!\p{L})/u;

type Found = { volume: string; rest: string };

/** The volumes or parts that folded text names, '' for none, and the text without them. */
export function readVolume(folded: string): Found {
  const volumes: string[] = [];
  const take = (_match: string, ...found: unknown[]) => {
    const { list } = found.at(-1) as { list: string };
    volumes.push(
      ...list
        .split(/(?:[^\p{L}\p{N}]|(?<= )(?:and|und|y|to|bis)(?= ))+/u)
        .filter(Boolean)
        .map(toVolume),
    );
    return ' , ';
  };
  const rest = folded.replace(behindWord, take).replace(beforeWord, take);
  // All of them together are the work.
  if (volumes.length > 1 && SET.test(rest)) return { volume: '', rest: rest.replace(SET, ' , ') };
  return { volume: volumes.join('-'), rest };
}

/** 'iv' and 'four' → '4', '4a' as it is. */
export function toVolume(text: string): string {
  const numeral = Math.max(...NUMERALS.map((list) => list.indexOf(text))) + 1;
  const number = Number(/^\d+/.exec(text)?.[0] ?? 0);
  const plain = /^\d+(?:st|nd|rd|th|e|o|er)$/.test(text) ? String(number) : text.replace(/^0+(?=\d)/, '');
  const value = numeral || readRoman(text) || readOrdinal(text);
  return value === 0 ? plain : String(value);
}
