import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js';
import compile from 'icu-minify/compile';
import { catalogueFolders, readCatalogue } from '../../src/platform/server/texts/catalogues.ts';
import { isolateArguments } from '../../src/platform/server/texts/isolate-arguments.ts';
import { directionOf, type Language } from '../../src/platform/shared/texts/languages.ts';
import type { Locale, Messages } from '../../src/platform/shared/texts/locale.ts';
import { visit } from './message-arguments.ts';

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const MARKED = 'áƀćđéƒǧħíĵķłɱñóƥɋřšŧúṽŵẋýžÁƁĆĐÉƑǦĦÍĴĶŁṀÑÓƤɊŘŠŦÚṼŴẊÝŽ';
const marks = new Map([...PLAIN].map((letter, at) => [letter, [...MARKED][at]!]));

/** How much longer than English the longest languages are. */
const LONGER = 0.4;

/** A padding of this many signs and more gets spaces, as words end somewhere. */
const LONG_PADDING = /·{8}(?=·)/g;

/** 'Clear all' → '[Ćłéář áłł····]': in brackets, with marks, and longer. Arguments and tags stay. */
export function toPseudo(message: string): string {
  const nodes = parse(message);
  let length = 0;
  visit(nodes, (node) => {
    if (node.type !== TYPE.literal) return;
    length += node.value.length;
    node.value = [...node.value].map((letter) => marks.get(letter) ?? letter).join('');
  });
  const literal = (value: string): MessageFormatElement => ({ type: TYPE.literal, value });
  const padding = '·'.repeat(Math.max(1, Math.round(length * LONGER))).replace(LONG_PADDING, '$& ');
  return printAST([literal('['), ...nodes, literal(`${padding}]`)]);
}

/** The texts of the pseudo-languages `en-XA` and `ar-XB`, for tests: what is not in brackets is in no catalogue. */
const loadPseudoMessages = (language: Language): Messages =>
  Object.fromEntries(
    catalogueFolders.flatMap(({ path }) =>
      Object.entries(readCatalogue(path, 'en')).map(([id, { defaultMessage }]) => {
        const compiled = compile(toPseudo(defaultMessage));
        return [id, directionOf(language) === 'rtl' ? isolateArguments(compiled) : compiled];
      }),
    ),
  );

/** A locale in a pseudo-language: that of `language`, which gives the plurals and the direction. */
export const toPseudoLocale = (locale: Locale): Locale => ({
  ...locale,
  messages: loadPseudoMessages(locale.language),
});
