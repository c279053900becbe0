import { expect, it } from 'vitest';
import { accountEndpoints, signUpInput } from './contract.ts';
import { impersonatesOffice, sanitizeName, toCampusWords } from './reserved-names.ts';
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
    'Adam Minstrator',
    'Mark Police',
    'Grace Safety',
    'Bo Oswald',
    'Stripeman Lee',
    'Modesty Blaise',
    'Theo Staff',
    'Admira Book',
    'Ana Helpman',
    'Chris Campus',
    'Olga Office-Smith',
    'Сергей Админов',
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
  '\u{1f171}ookswap',
  '\u{1f1e7}\u{1f1f4}\u{1f1f4}\u{1f1f0}swap',
  'Boookswap',
  'Bookswop',
  'Bokswap',
  'Maya Bookswapp',
  'Maya \u2713',
  'MIT \u2705',
  'Student email verified',
  'Maya verifiziert',
  'Maya verificada',
  'مايا موثّق',
  'Ver\u0456f\u0456ed MIT student',
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

it.each([
  'Administrator',
  'ADMIN1STRATOR',
  'Adm\u0456n\u0456strator',
  'Admin',
  'Admin Maya',
  'The Administrators',
  'Ad Ministrator',
  'Campus Support',
  'C a m p u s  S u p p o r t',
  'Campus Supp0rt',
  'Campu\u0455 Su\u0440\u0440ort',
  '\uff23\uff41\uff4d\uff50\uff55\uff53 \uff33\uff55\uff50\uff50\uff4f\uff52\uff54',
  '\ud835\udc02ampus \ud835\udc12upport',
  'Northfield University Support',
  'Support',
  'Support Team',
  'Maya (Help Desk)',
  'Maya - Support',
  'IT Service',
  'Student Services Office',
  'Security',
  'Trust & Safety Team',
  'Modera\u0442or',
  '\u1d1b\u1d07\u1d00\u1d0d Support',
  // A person may be called so. Refusing is safer: a final 'Support' passes for an office.
  'Al Support',
  'Maya Support',
  'Maya, Support',
  'Maya \u00b7 Support',
  'Maya | Support',
  'Moderation Team',
  'Mod Team',
  'Trust & Safety',
  'Fraud Department',
  'Refund Department',
  'Payment Center',
  'Account Recovery',
  'Campus Police',
  'University Police',
  'IT Department',
  'Campus IT',
  'PayPal Support',
  'Stripe',
  'Password Reset',
  'No Reply',
  'Soporte T\u00e9cnico',
  'Administrador',
  'Administración',
  'Verwaltung',
  'Hochschulverwaltung',
  'Kundendienst',
  'Sicherheit der Hochschule',
  'Seguridad de la universidad',
  'الإدارة',
  'الإدارةـ',
  'الادارہ',
  'إدارة الجامعة',
  'فريق الدعم',
  'مریم الدعم',
  'BS Support',
  '\u{1f182}upport',
])('refuses the name %j, which looks like an office', (written) => {
  expect(nameTaken(written)).toBeUndefined();
  expect(sanitizeName(written)).toBeNull();
  expect(profileTaken({ name: written })).toBeUndefined();
});

it('knows the offices of a campus by its name and its initials', () => {
  const isOffice = (campus: string) => (name: string) => impersonatesOffice(name, toCampusWords(campus));
  const offices = [
    'Northfield Support',
    'NORTHF\u0406ELD Help',
    'Support of Northfield',
    'NU Support',
    'Northfield IT Team',
  ];
  expect(offices.filter(isOffice('Northfield University'))).toEqual(offices);
  // A final 'Support' is refused after any word.
  const elsewhere = ['NORTHF\u0406ELD Help', 'Support of Northfield', 'Northfield IT Team'];
  expect(offices.filter((name) => !isOffice('Westbrook College')(name))).toEqual(elsewhere);
  const people = ['Maya Northfield', 'Northfield', 'Nu Nguyen', 'Mit Staff', 'Theo North'];
  expect(people.filter(isOffice('Northfield University'))).toEqual([]);
  expect(
    ['MIT Help Desk', 'Technology Support'].filter(isOffice('Massachusetts Institute of Technology')),
  ).toHaveLength(2);
});

it('refuses the name of the product in look-alikes, also as a university', () => {
  for (const name of ['\u13f4ook Swap Team', 'B\u1d0f\u1d0fk\ua731\u1d21\u1d00\u1d18', 'Book\u2013Swap']) {
    expect([name, nameTaken(name)]).toEqual([name, undefined]);
    expect(profileTaken({ university: name })).toBeUndefined();
  }
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
