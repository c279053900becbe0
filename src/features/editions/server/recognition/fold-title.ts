import { foldLetters } from '#platform/shared/letters/fold-text.ts';

/** Text as titles and names are compared: folded letters in lower case, plain quotes and dashes, single spaces. */
export const foldTitle = (text: string): string =>
  foldLetters(text)
    .toLowerCase()
    .replace(/[‘’ʼ`´′]/g, "'")
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    // 'مبادئ' is written in three ways.
    .replace(/يء/g, 'ي')
    .replace(/\s+/g, ' ')
    .trim();

/** 'mueller' and 'muller' are one: Müller is written in both ways. */
const withoutUmlauts = (text: string): string => text.replace(/([aou])e/g, '$1');

/** The words of folded text, without punctuation. */
export const toWords = (folded: string): string[] =>
  withoutUmlauts(folded)
    .replace(/c\+\+/g, 'cpp')
    .replace(/([a-z])#/g, '$1sharp')
    .replace(/(?<![\p{L}'])(?:[ldcnsj]|qu)'(?=\p{L})/gu, '')
    .replace(/'/g, '')
    .replace(/&|\+/g, ' and ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

const ROMANS = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];

/** 'iv' → 4; 0 for other text. */
export const readRoman = (text: string): number => ROMANS.indexOf(text) + 1;
