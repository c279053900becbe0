import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import {
  openTestAccounts,
  somebody,
  type TestAccounts,
  toCookieHeader,
} from '#tests/support/server/test-accounts.ts';

let accounts: TestAccounts;
beforeEach(async () => {
  accounts = await openTestAccounts();
  // Better Auth writes the times of sign-ups and sessions by the clock of the machine.
  accounts.clock.advance(Date.now() - accounts.clock.now().getTime());
});
afterEach(() => accounts.close());

const post = (path: string, body: object = {}, cookie?: string) =>
  accounts.ask('POST', `/api/auth/${path}`, { body, ...(cookie !== undefined && { cookie }) });
const forget = () => accounts.context.jobs.runNow('purge-expired-identities');
const link = () => accounts.mailedToken();

/** Signs up without fetching a token, so that there is no row of `users`. */
const signUpAlone = async () => toCookieHeader(await post('sign-up/email', somebody));
/** Whether an identity has the email. */
const isTaken = async () => (await post('sign-up/email', somebody)).json().code === 'email-taken';

describe('an unused sign-up', () => {
  it('is deleted after a week without a session, and its email is free again', async () => {
    await post('sign-out', {}, await signUpAlone());
    accounts.clock.advance(6 * DAY_MS);
    await forget();
    expect(await isTaken()).toBe(true);
    accounts.clock.advance(DAY_MS + MINUTE_MS);
    await forget();
    expect(await isTaken()).toBe(false);
  });

  it('stays while it has a session', async () => {
    await signUpAlone();
    accounts.clock.advance(29 * DAY_MS);
    await forget();
    expect(await isTaken()).toBe(true);
    accounts.clock.advance(DAY_MS + MINUTE_MS);
    await forget();
    expect(await isTaken()).toBe(false);
  });

  it('stays while it has a link token', async () => {
    await post('sign-out', {}, await signUpAlone());
    accounts.clock.advance(8 * DAY_MS);
    await post('forgot-password', { email: somebody.email });
    await forget();
    const reset = await post('reset-password', { token: link(), newPassword: 'another horse' });
    expect(reset.statusCode).toBe(200);
  });
});

it('a verified sign-up, and one with a user, stay', async () => {
  await post('sign-out', {}, await signUpAlone());
  await post('forgot-password', { email: somebody.email });
  await post('reset-password', { token: link(), newPassword: 'another horse' });
  const other = await accounts.signUp({ email: 'other@northfield.edu' });
  await accounts.sync(other.token);
  await post('sign-out', {}, other.cookie);
  accounts.clock.advance(400 * DAY_MS);
  await forget();
  expect(await isTaken()).toBe(true);
  const back = await post('sign-in/email', { ...somebody, email: 'other@northfield.edu' });
  expect(back.statusCode).toBe(200);
});
