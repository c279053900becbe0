import { expect, it } from 'vitest';
import { toWords } from './message-words.ts';

it.each([
  ['V3nm0 me, c@rds & g!ft', 'venmo me , cards gift'],
  ['w h a t s a p p', 'whatsapp'],
  ['whаtsаpp', 'whatsapp'], // Cyrillic 'а'
  ['أَحْمَدُ، الكِتـابُ بـ ٤٥ د.إ؟', 'احمد , الكتاب ب 45 € ,'],
  ['مدرسة على ۱۲ ر.س', 'مدرسه علي 12 €'],
  ['Für 20 € in der Straße', 'fur 20 € in der strasse'],
  ['a 3pm class, CHEM 2211, ch3, hello!thanks', 'a 3pm class , chem 2211 , ch3 , hello thanks'],
])('reads %j as %j', (text, words) => expect(toWords(text).join(' ')).toBe(words));

it.each([
  '(202) 555-0173',
  'five five five, oh one nine, two two seven four',
  'two-oh-two then triple five then 0188',
  '78seven-five55-0one60',
  '55 cinco 5 cinco 5 cero uno ocho 8',
  'cincuenta y cinco, cincuenta y cinco, cero uno, cuarenta y dos',
  'null eins fünf zwei, acht acht, eins sieben drei',
  'صفر خمسة خمسة، أربعة أربعة اثنان، واحد واحد صفر ستة',
  '٠٥٥ ١٢٣ ٤٥٦٧',
])('reads %j as a phone number', (text) =>
  expect(toWords(text).filter((word) => word !== ',')).toEqual(['phonenumber']),
);

it.each([
  '978-0-13-409341-3',
  '0-13-409341-0',
  '40, 50, 60, 70',
  '2026-11-23',
  '2019 2020',
  '$1500000',
  'pages 212 to 555',
])('reads no phone number in %j', (text) => expect(toWords(text)).not.toContain('phonenumber'));

it.each(['jo@uni.edu', 'jo.books (at) gmail', 'jo arroba outlook', 'jo at gmail.com'])(
  'reads %j as an email address',
  (text) => expect(toWords(text)).toEqual(['emailaddress']),
);

it.each(['@books.jo', 'books_jo', 'books#0417'])('reads %j as a user name', (text) =>
  expect(toWords(text)).toEqual(['username']),
);
