import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LANGUAGES } from './languages.ts';
import { formatList } from './lists.ts';

const word = fc.oneof(
  fc.constantFrom('Isabel', 'Hielo', 'Hiato', 'Hilo', 'hi', 'i', 'I', 'y', '«Iliada»', 'كتاب'),
  fc.stringMatching(/^[A-Za-z]{1,8}$/),
);

test.each(LANGUAGES)('a list in %s has the words that Intl has for it', (language) => {
  const intl = new Intl.ListFormat(language, { type: 'conjunction' });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 5 }), (words) => {
      expect(formatList(words, language, 'and')).toBe(intl.format(words));
    }),
  );
});

test.each([
  ['en', 'price, photos, title'],
  ['es', 'price, photos, title'],
  ['de', 'price, photos, title'],
  ['ar', 'price، photos، title'],
] as const)('in %s commas stand between what is listed: %s', (language, text) => {
  expect(formatList(['price', 'photos', 'title'], language)).toBe(text);
});
