import { expect, test } from 'vitest';
import { checkEnglish, checkTranslation, findRepeatedIds } from './check-texts.ts';
import { writeArguments } from './write-arguments.ts';

const description = 'Two words and more';
const english = (defaultMessage: string, of = description) =>
  checkEnglish('a', { 'a.b': { defaultMessage, description: of } });

test.each([
  ['{count, plural, one {# book} other {# books}}', undefined],
  ['{count, plural, other {#+ books}}', undefined],
  ["''{title}'' can't be sold", undefined],
  ["'{title}' is sold", "has ' before"],
  [' leading', 'begins or ends with a space'],
  ['{when, date}', 'formats a date'],
  ['{part, number, percent}', 'gives a number a style'],
  ['{0}', "names an argument '0'"],
  ['{count, plural, other {{left, plural, other {#}}}}', 'has a plural in a plural'],
  ['{count, plural, few {#} other {#}}', "lacks the plural 'one'"],
  ['<b>open', 'is no message'],
])('%s: %s', (message, fault) => {
  expect(english(message).join()).toEqual(fault === undefined ? '' : expect.stringContaining(fault));
});

test('short texts and texts with arguments need a description, and keep to its limit', () => {
  expect(english('Sell', '')).toEqual(['a.b needs a description']);
  expect(english('One book for {price}', '')).toEqual(['a.b needs a description']);
  expect(english('Three plain words', '')).toEqual([]);
  expect(english('Sell a book', 'Button. max 8')).toEqual([
    'a.b has 11 characters, and there is space for 8',
  ]);
});

const source = {
  'a.b': { defaultMessage: '{count, plural, one {# book} other {# books}} of {name}', description },
};
const spanish = (id: string, defaultMessage: string) =>
  checkTranslation('es', { [id]: { defaultMessage } }, source).join();

test('a translation has the arguments of the English text and the plurals of its language', () => {
  const good = '{count, plural, one {# libro} many {# de libros} other {# libros}} de {name}';
  expect(spanish('a.b', good)).toBe('');
  expect(spanish('a.b', good.replace('many', 'few'))).toContain("lacks the plural 'many'");
  expect(spanish('a.b', good.replace(' de {name}', ''))).toContain('lacks {name}');
  expect(spanish('a.b', `${good} {place}`)).toContain('has an unknown {place}');
  expect(spanish('a.c', 'Hola')).toContain('is not in English');
});

test('an id that is twice in a file is found', () => {
  const once = '  "a.b": {\n    "defaultMessage": "B"\n  }';
  expect(findRepeatedIds(`{\n${once}\n}`)).toEqual([]);
  expect(findRepeatedIds(`{\n${once},\n${once}\n}`)).toEqual(['a.b is there twice']);
});

test.each([
  ['Close', 'null'],
  ['{name} has {count, plural, other {#}}', '{ name: string; count: number }'],
  ['{n, number} <b>of</b> 5', '{ n: number; b: Tag }'],
  ['{gone, select, true {gone} other {}}', '{ gone: boolean }'],
  ['{kind, select, offer {An offer} sale {A sale} other {A sale}}', "{ kind: 'offer' | 'sale' }"],
  ['{kind, select, offer {An offer} other {A thing}}', "{ kind: 'offer' | 'other' }"],
])('%s takes %s', (defaultMessage, type) => {
  expect(writeArguments({ 'a.b': { defaultMessage } })).toContain(`    'a.b': ${type};`);
});
