import { expect, it } from 'vitest';
import { accountEndpoints, signUpInput } from './contract.ts';
import { sanitizeName } from './rules.ts';
import { DEFAULT_USER_NAME } from './default-user-name.ts';
import { standardClaims } from './server/tokens/read-claims.ts';

const nameTaken = (name: string): string | undefined =>
  signUpInput.safeParse({ name, email: 'maya@northfield.example', password: 'correct horse' }).data?.name;
const profileTaken = (written: { name?: string; university?: string }) =>
  accountEndpoints['PATCH /api/users/me'].body.safeParse(written).data;

it.each([
  ['  Stu   Dent ', 'Stu Dent'],
  ['Maya\u00a0 \u3000Lindgren', 'Maya Lindgren'],
  ['Nguyễn Thị Ánh', 'Nguyễn Thị Ánh'],
  ['شِیرین\u200cدخت', 'شِیرین\u200cدخت'],
  ['ශ්\u200dරී', 'ශ්\u200dරී'],
  ['Booker Swapnil', 'Booker Swapnil'],
  ...[
    "O'Brien",
    'J. R. R. Tolkien',
    'Anna-Lena Müller',
    'Łukasz Wójcik',
    'Søren Ødegård',
    'Weiß, Jr.',
    'Robert Downey Jr./Sr.',
    'Lee: the 5th',
    'محمد عبد الله',
    'Ольга Вакуленко',
    'Борис Соколов',
    'Кароо Свапов',
    'Παρασκευή Βασιλοπούλου',
    'Αλέξανδρος Κωβαίος',
    'दीपिका पाटिल',
    '山田 太郎',
    '김보석',
    'דוד לוי',
    'Swapna Boob',
    'Wwwan Lee',
    DEFAULT_USER_NAME,
  ].map((name) => [name, name.normalize('NFC')]),
])('takes the name %j as %j', (written, taken) => {
  expect(nameTaken(written)).toBe(taken);
  expect(sanitizeName(written)).toBe(taken);
  expect(profileTaken({ name: written, university: written })).toEqual({ name: taken, university: taken });
});

it.each([
  'Maya\u200b',
  'Ma\u200dya',
  'Maya\ufe0f',
  'May\u00ada',
  'Maya\u034f',
  'Maya\u3164',
  'Maya\u{e0041}',
  'Z\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308',
  'BookSwap Support',
  'The Book  Swap team',
  'ＢＯＯＫ-swap',
  'Bóokswap',
  'Book5wap',
  'B00k Swap',
  'Book 5 Swap',
  '8OOK$W4P',
  'B\u043e\u043ek Swap',
  '\u0412\u041e\u041e\u041a \u0405\u051c\u0410\u0420',
  'Book Sw\u03b1p',
  '\u0392\u039f\u039f\u039a swa\u03a1',
  'Book\u0455wa\u0440',
  'B\u00f8\u00f8k SvvaP',
  'https://evil.example/login',
  'Your account is locked: HTTPS\uff1a\uff0f\uff0fevil.example',
  'See WWW.evil.example',
  'maya@northfield.example',
  'maya\uff20northfield.example',
])('refuses the name %j', (written) => {
  expect(nameTaken(written)).toBeUndefined();
  expect(sanitizeName(written)).toBeNull();
  expect(profileTaken({ name: written })).toBeUndefined();
  expect(profileTaken({ university: written })).toBeUndefined();
});

it('accepts a profile without a university', () => {
  expect(profileTaken({ university: ' ' })).toEqual({ university: null });
});

it('takes from a token no forbidden name, and no picture without a web address', () => {
  const read = (claims: object) => standardClaims({ email: 'maya@northfield.example', ...claims });
  expect(read({ name: 'BookSwap Support', preferred_username: 'maya' })).toMatchObject({ name: 'maya' });
  expect(read({ name: 'Z\u200b' })).toMatchObject({ name: 'User' });
  expect(read({ name: 'https://evil.example', username: 'maya@mail.example' })).toMatchObject({
    name: 'User',
  });
  expect(read({ picture: 'https://x.example/1.png' })).toMatchObject({ picture: 'https://x.example/1.png' });
  for (const picture of ['javascript:alert(1)', 'data:image/png;base64,AA', '/photos/1', 'x'])
    expect(read({ picture })).toMatchObject({ picture: null });
});
