import { describe, expect, test } from 'vitest';
import type { OfferedLanguages } from '#platform/shared/texts/language-choice.ts';
import { createChooseLanguage } from './choose-language.ts';

const choose = createChooseLanguage(['es', 'en', 'ar']);
const preferring = (header: string) => choose({ headers: { 'accept-language': header } });

test.each([
  ['ar', 'ar'],
  ['AR-eg, en;q=0.5', 'ar'],
  ['ar-Arab-EG', 'ar'],
  ['de, en', 'en'],
  ['en;q=0.2, ar;q=0.8', 'ar'],
  ['en;q=0.3,fr,ar;q=0.300', 'en'],
  ['en;q=0, ar;q=0.1', 'ar'],
  ['en; q=high, ar; q=0.1', 'ar'],
  ['en;q=2, ar', 'ar'],
  ['*', 'es'],
  ['fr, *;q=0.5', 'es'],
  ['english', 'es'],
  ['', 'es'],
  [';;,,q=1', 'es'],
])('a browser that prefers %j gets %s', (header, language) => {
  expect(preferring(header)).toBe(language);
  // From memory, too.
  expect(preferring(header)).toBe(language);
});

test('the URL comes before the cookie, the cookie before the browser, and the market fills in', () => {
  const headers = { cookie: 'a=1; lang=ar', 'accept-language': 'en' };
  expect(choose({ url: '/?sort=price&lang=es', headers })).toBe('es');
  expect(choose({ url: '/', headers })).toBe('ar');
  expect(choose({ headers: { 'accept-language': 'en' } })).toBe('en');
  expect(choose({ headers: {} })).toBe('es');
});

describe('a language that the market does not offer', () => {
  const headers = { 'accept-language': 'en' };

  test.each(['/?lang=de', '/?lang=xx', '/?lang=', '/?lang=EN', '/?lang=%00', '/?language=ar', '/lang=ar'])(
    'counts for nothing in the URL %s',
    (url) => expect(choose({ url, headers })).toBe('en'),
  );
  test.each(['lang=de', 'lang=xx', 'lang=', 'lang', 'slang=ar', 'x="; lang=de"'])(
    'counts for nothing in the cookie %s',
    (cookie) => expect(choose({ headers: { ...headers, cookie } })).toBe('en'),
  );
});

test('a market with one language has no choice', () => {
  const offered: OfferedLanguages = ['de'];
  expect(createChooseLanguage(offered)({ url: '/?lang=en', headers: { cookie: 'lang=en' } })).toBe('de');
});

test('a long header is read up to a limit', () => {
  expect(preferring(`${'a-'.repeat(100)}a, ar`)).toBe('es');
  expect(preferring(`${'fr,'.repeat(1_000)}ar`)).toBe('es');
});
