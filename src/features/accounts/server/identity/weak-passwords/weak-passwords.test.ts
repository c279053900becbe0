import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isMostUsedPassword } from './throw-if-weak-password.ts';
import {
  openTestAccounts,
  student,
  type TestAccounts,
  toCookieHeader,
} from '#tests/support/server/test-accounts.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await openTestAccounts();
});
afterAll(() => accounts.close());

/** The response to a refused password, whose message belongs to the field. */
const refusalAt = (path: string) => ({
  status: 400,
  code: 'invalid-request',
  errors: [{ path, message: 'This password is too common.' }],
});

const name = 'Maya Ross';
const email = 'maya.ross@northfield.edu';
let signedUp = 0;
const signUp = (password: string) =>
  accounts.post('sign-up/email', { name, email: email.replace('@', `+${(signedUp += 1)}@`), password });

describe('a new password', () => {
  it.each([
    '123456',
    'password',
    'pAsSwOrD1!',
    'Passwort2026',
    'contraseña1',
    'السلام عليكم',
    'ｐａｓｓｗｏｒｄ',
    'sunshine2024',
    'maya.ross',
    'ross-maya',
    'Maya.Ross@northfield.edu',
    'northfield1',
    'BookSwap',
    'book swap 2026',
    'mayabookswap',
    'p@ssword1',
    'P@$$w0rd',
    'P A S S W O R D',
    'passwo\u200brd',
    'passwordpassword',
    '123password',
    'aaaaaaaaaaaa',
    'b00ksw4p',
    'bookswap-demo',
    'qwerty 123456',
    'letmein!!!!!',
    // A password beyond the 10,000 most common ones.
    'catering',
  ])('is refused at sign-up if it is common or known: %s', async (password) => {
    expect((await signUp(password)).json()).toMatchObject(refusalAt('password'));
  });

  it.each([
    'correct horse',
    'sunshine meadow',
    'maya likes rain',
    'bookworm hill',
    '73910482',
    'vt9!kq',
    'demolition derby',
    'h3llo w0rld of mine',
    '4 horses 7 carts',
  ])('is accepted at sign-up otherwise: %s', async (password) =>
    expect((await signUp(password)).statusCode).toBe(200),
  );

  it('is refused when the password changes, and the former one stays', async () => {
    const { token } = await accounts.signUp();
    for (const newPassword of ['letmein', 'maya.ross1']) {
      const body = { currentPassword: student.password, newPassword };
      const response = await accounts.post('change-password', body, { token });
      expect(response.json()).toMatchObject(refusalAt('newPassword'));
    }
    expect((await accounts.post('sign-in/email', student)).statusCode).toBe(200);
  });

  it('is refused by the emailed link, which works again with another password', async () => {
    await accounts.signUp({ email: 'zoe.hill@northfield.edu' });
    await accounts.post('forgot-password', { email: 'zoe.hill@northfield.edu' });
    const token = accounts.mailedToken();
    for (const newPassword of ['qwerty', 'zoehill'])
      expect((await accounts.post('reset-password', { token, newPassword })).json()).toMatchObject(
        refusalAt('newPassword'),
      );
    expect((await accounts.post('reset-password', { token, newPassword: 'another horse' })).statusCode).toBe(
      200,
    );
  });
});

it('the list has 100,000 entries, and finds each of them and nothing else', () => {
  const file = new URL('most-used-passwords.txt.br', import.meta.url);
  const entries = brotliDecompressSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');
  expect(new Set(entries).size).toBe(100_000);
  const some = entries.filter((_, index) => index % 97 === 0 || index > 99_990);
  expect(some.filter((entry) => !isMostUsedPassword(entry))).toEqual([]);
  const others = ['', '\n', '\u{10ffff}', ...some.map((entry) => `${entry}\n`)];
  expect(others.filter(isMostUsedPassword)).toEqual([]);
});

it('does not keep a user with an older, common password from signing in', async () => {
  const user = { name: 'Old Timer', email: 'old.timer@northfield.edu', isAdmin: false };
  await accounts.createDemoUser({ ...user, password: 'letmein', createdAt: accounts.clock.now() });
  const response = await accounts.post('sign-in/email', { email: user.email, password: 'letmein' });
  expect(toCookieHeader(response)).toMatch(/session_token=/);
});
