import { toAsciiDigits } from './ascii-digits.ts';

/** Text as it is searched and compared. The function `search_text_2` of the database gives the same; a test compares them. */

/** Accents, and the vowels and other marks that Hebrew and Arabic may leave out; the tatweel; invisible characters. */
const DROPPED =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

/** Forms of one letter, each with its plain one. */
const PLAIN: ReadonlyMap<string, string> = new Map(
  Array.from('ٱىةکیہøØđĐħĦłŁŧŦıðÐς', (letter, index) => [letter, 'ايهكيهoOdDhHlLtTidDσ'[index]!]),
);
const PLAIN_LETTERS = new RegExp(`[${[...PLAIN.keys()].join('')}]`, 'g');

const LIGATURES: Readonly<Record<string, string>> = {
  ß: 'ss', ẞ: 'SS', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', þ: 'th', Þ: 'TH',
}; // oxfmt-ignore

/** Vanish: "O'Reilly" is "OReilly". */
const APOSTROPHES = /['\u02b9\u02bb\u02bc\u02c8\u02ca\u02cb\u05f3\u2018\u2019\u201b\u2032\u2035]/g;

const SEPARATORS =
  /[!-&(-/:-@[-`{-~\u00a1-\u00a7\u00a9\u00ab\u00ac\u00ae\u00b0\u00b1\u00b6\u00b7\u00bb\u00bf\u00d7\u00f7\u0589\u05be\u05c0\u05c3\u05c6\u05f4\u060c\u061b\u061e\u061f\u066a-\u066d\u06d4\u0964\u0965\u2010-\u2016\u201a\u201c-\u2027\u2030\u2031\u2033\u2034\u2036-\u205e\u20a0-\u20bf\u2190-\u21ff\u2200-\u22ff\u3001\u3002\u3008-\u3011]/g;

/** Letters without accents and optional vowels, one form for each, ASCII digits. Case and punctuation stay. */
export const foldLetters = (text: string): string =>
  toAsciiDigits(text.normalize('NFKD'))
    .replace(DROPPED, '')
    .replace(PLAIN_LETTERS, (letter) => PLAIN.get(letter)!)
    .replace(/[ßẞæÆœŒþÞ]/g, (letter) => LIGATURES[letter]!)
    .normalize('NFC');

/** Folded letters. Punctuation and signs separate words. Case stays. */
export const foldText = (text: string): string =>
  foldLetters(text).replace(APOSTROPHES, '').replace(SEPARATORS, ' ');
