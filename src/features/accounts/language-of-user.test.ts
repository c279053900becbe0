import { expect, test } from 'vitest';
import { languageOfUser } from './language-of-user.ts';

test.each([
  ['ar', 'en', 'ar'],
  [null, 'en', 'en'],
  [null, null, 'es'],
  // The market has ceased to offer German.
  ['de', 'en', 'en'],
  ['de', 'de', 'es'],
] as const)(
  'a user who chose %s and was seen with %s is written to in %s',
  (language, seenLanguage, expected) =>
    expect(languageOfUser({ language, seenLanguage }, { languages: ['es', 'en', 'ar'] })).toBe(expected),
);
