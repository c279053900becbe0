import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { student, toCookieHeader, setUpTestAccounts } from '#tests/support/server/test-accounts.ts';

const accounts = setUpTestAccounts();
// Better Auth writes the times of sign-ups and sessions by the clock of the machine.
beforeEach(() => accounts.clock.advance(Date.now() - accounts.clock.now().getTime()));

const forget = () => accounts.context.jobs.runNow('purge-expired-identities');

/** Signs up without fetching a token, so that there is no row of `users`. */
const signUpAlone = async () => toCookieHeader(await accounts.post('sign-up/email', student));
/** Whether an identity has the email. */
const isTaken = async () => (await accounts.post('sign-up/email', student)).json().code === 'email-taken';

describe('an unused sign-up', () => {
  it('is deleted after a week without a session, and its email is free again', async () => {
    await accounts.post('sign-out', {}, { cookie: await signUpAlone() });
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
    await accounts.post('sign-out', {}, { cookie: await signUpAlone() });
    accounts.clock.advance(8 * DAY_MS);
    await accounts.post('forgot-password', { email: student.email });
    await forget();
    const reset = await accounts.post('reset-password', {
      token: accounts.mailedToken(),
      newPassword: 'another horse',
    });
    expect(reset.statusCode).toBe(200);
  });
});

it('a verified sign-up, and one with a user, stay', async () => {
  await accounts.post('sign-out', {}, { cookie: await signUpAlone() });
  await accounts.post('forgot-password', { email: student.email });
  await accounts.post('reset-password', { token: accounts.mailedToken(), newPassword: 'another horse' });
  const other = await accounts.signUp({ email: 'other@northfield.edu' });
  await accounts.sync(other.token);
  await accounts.post('sign-out', {}, { cookie: other.cookie });
  accounts.clock.advance(400 * DAY_MS);
  await forget();
  expect(await isTaken()).toBe(true);
  expect((await accounts.signIn({ email: 'other@northfield.edu' })).statusCode).toBe(200);
});
