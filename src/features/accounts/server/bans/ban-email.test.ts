import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  openTestAccounts,
  outcome,
  student,
  type TestAccounts,
} from '#tests/support/server/test-accounts.ts';
import { signTestToken } from '#tests/support/fakes/sign-test-token.ts';
import { decodeJwt } from 'jose';
import { BAN_HASH, banEmail, unbanEmail } from './ban-email.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await openTestAccounts();
});
afterAll(() => accounts.close());

const ban = (email: string) =>
  accounts.context.database.transaction((tx) =>
    banEmail(tx, { email, secrets: accounts.context.secrets, now: accounts.clock.now() }),
  );
const signUp = (email: string) => accounts.post('sign-up/email', { ...student, email });

it('refuses a banned email in every spelling, and stores only its hash', async () => {
  await ban('Tim.Barr+one@northfield.edu');
  await ban('Tim.Barr+one@northfield.edu');
  await ban('ann.other@gmail.com');
  const variants = [
    'tim.barr@northfield.edu',
    'TIM.BARR+two+three@Northfield.edu',
    'annother+x@googlemail.com',
  ];
  for (const email of variants) {
    expect([email, ...outcome(await signUp(email))]).toEqual([email, 403, 'email-banned']);
  }
  // Other providers distinguish dots.
  expect((await signUp('timbarr@northfield.edu')).statusCode).toBe(200);
  const { rows } = await accounts.query('select * from banned_emails');
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toMatch(/barr|other|north/i);
});

it.each([
  ['dan.low@googlemail.com', 'd.a.n.low+x@gmail.com', 'danlow@northfield.edu'],
  ['eve.low@pm.me', 'e-v_elow@proton.me', 'evelow@outlook.com'],
  ['eva-low@protonmail.com', 'evalow+2@protonmail.ch', 'evalow@live.com'],
  ['ina.low@me.com', 'ina.low@icloud.com', 'inalow@icloud.com'],
  ['ida@mac.com', 'ida+1@me.com', 'ida@fastmail.com'],
  ['uwe@fastmail.com', 'shop@uwe.fastmail.com', 'uwe@fastmail.fm'],
  ['pia@hotmail.com', 'pia+2@hotmail.com', 'pia@outlook.com'],
])('refuses of a mailbox %s also %s, and nobody else, as %s', async (banned, alias, other) => {
  await ban(banned);
  for (const email of [banned, alias])
    expect([email, (await signUp(email)).statusCode]).toEqual([email, 403]);
  expect([other, (await signUp(other)).statusCode]).toEqual([other, 200]);
});

it('refuses an email that was banned before all domains of its provider were known', async () => {
  const emailHash = accounts.context.secrets.sign(BAN_HASH, 'old.ban@pm.me');
  await accounts.query('INSERT INTO banned_emails VALUES ($1, now())', [emailHash]);
  expect((await signUp('Old.Ban+1@pm.me')).statusCode).toBe(403);
});

it('accepts an email after its ban is lifted', async () => {
  await ban('again@northfield.edu');
  expect((await signUp('again@northfield.edu')).statusCode).toBe(403);
  const unban = () =>
    accounts.context.database.transaction((tx) =>
      unbanEmail(tx, { email: 'Again+later@Northfield.edu', secrets: accounts.context.secrets }),
    );
  expect([await unban(), await unban()]).toEqual([true, false]);
  expect((await signUp('again@northfield.edu')).statusCode).toBe(200);
});

it('refuses the first token with a banned email, of any issuer', async () => {
  const { token } = await accounts.signUp({ email: 'late@northfield.edu' });
  await ban('late@northfield.edu');
  const answer = await accounts.ask('POST', '/api/users/sync', {
    token: await signTestToken(accounts.context, decodeJwt(token)),
    body: {},
  });
  expect(outcome(answer)).toEqual([403, 'email-banned']);
});

it('does not affect existing users', async () => {
  const { token } = await accounts.signUp({ email: 'here@northfield.edu' });
  const sync = () => accounts.sync(token);
  await sync();
  await ban('here@northfield.edu');
  expect((await sync()).statusCode).toBe(200);
});
