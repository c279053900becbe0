import { expect, it } from 'vitest';
import { findContactDetails } from './find-contact-details.ts';

const found = (text: string) => {
  const details = findContactDetails(text);
  return details === null ? null : [details.kind, text.slice(details.start, details.end)];
};

it.each([
  ['Hi, call me on 555 0142 please', '555 0142'],
  ['text 555-0142', '555-0142'],
  ['(617) 555-0142', '(617) 555-0142'],
  ['+1 617 555 0142', '+1 617 555 0142'],
  ['my number: 6175550142.', '6175550142'],
  ['617.555.0142', '617.555.0142'],
  ['llámame al 612 34 56 78', '612 34 56 78'],
  ['+34 612345678', '+34 612345678'],
  ['Ruf mich an: 0176 04069012', '0176 04069012'],
  ['رقمي ٠٥٥ ١٢٣ ٤٥٦٧', '٠٥٥ ١٢٣ ٤٥٦٧'],
])('finds the phone number in %j', (text, number) => expect(found(text)).toEqual(['phone number', number]));

it.each([
  ['write to maya.lee@northfield.edu', 'maya.lee@northfield.edu'],
  ['m+books@mail.example.com, thanks', 'm+books@mail.example.com'],
  ['maya@uni.es or 555 0142', 'maya@uni.es'],
])('finds the email address in %j', (text, address) =>
  expect(found(text)).toEqual(['email address', address]),
);

it.each([
  'ISBN 978-0-13-409341-3',
  'السعر 1500000 ر.س',
  'السعر ١٥٠٠٠٠٠ د.ك',
  '0134093410',
  '0-13-409341-0',
  '080442957X',
  '9780134093419 (one digit may be wrong)',
  'Room 1204, building 7',
  'CHEM 2211 004',
  'on 2026-11-22 at 15:30',
  'the 11/22/2026 exam',
  'from 2019 2020',
  '$1,200 or 1200 dollars',
  '$1 200 000',
  'pages 100-250, chapters 1 2 3 4 5 6 7 8',
  'problems 10 11 12 13 14',
  'between 10-11 or 12-13',
  'meet @ the library',
  'a@b',
])('finds nothing in %j', (text) => expect(found(text)).toBeNull());

it('tells whether a text has both', () => {
  expect(findContactDetails('maya@uni.es or 555 0142')).toMatchObject({
    kind: 'email address',
    hasBoth: true,
  });
  expect(findContactDetails('call 555 0142')).toMatchObject({ kind: 'phone number', hasBoth: false });
});
