import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  openTestAccounts,
  outcome,
  student,
  type TestAccounts,
  toCookieHeader,
} from '#tests/support/server/test-accounts.ts';
import { HashingGate } from '#tests/support/fakes/hashing-gate.ts';

let accounts: TestAccounts;
/** Another process, whose hashing can be held up. */
let slow: TestAccounts;
let gate: HashingGate;
beforeEach(async () => {
  accounts = await openTestAccounts();
  gate = new HashingGate();
  slow = await openTestAccounts({ beside: accounts, hashing: { derive: gate.derive } });
});
afterEach(async () => {
  gate.open();
  await slow.close();
  await accounts.close();
});

const newPassword = 'another horse';
const sessions = async () => (await accounts.query('select from identity_sessions')).rowCount;

/**
 * Signs in with the former password. The change happens after its hash is read, and before it is compared.
 */
async function signInAround(meanwhile: () => Promise<void>, verified?: () => Promise<void>) {
  gate.close();
  const answer = slow.signIn();
  await expect.poll(() => gate.held).toBe(1);
  await meanwhile();
  gate.open();
  await verified?.();
  return answer;
}

const refused = (answer: Awaited<ReturnType<TestAccounts['signIn']>>) => {
  expect(outcome(answer)).toEqual([401, 'invalid-credentials']);
  // Neither the session cookie nor the mark of a known device.
  expect(answer.headers['set-cookie']).toBeUndefined();
};

describe('a sign-in during a change of the password', () => {
  it('fails if an emailed link has replaced the password', async () => {
    await accounts.signUp();
    await accounts.post('forgot-password', { email: student.email });
    const token = accounts.mailedToken();
    const answer = await signInAround(async () => {
      expect((await accounts.post('reset-password', { token, newPassword })).statusCode).toBe(200);
    });
    refused(answer);
    expect(await sessions()).toBe(0);
    expect((await slow.signIn({ password: newPassword })).statusCode).toBe(200);
  });

  it('fails if the password was changed, and the device that changed it stays signed in', async () => {
    const { token, cookie } = await accounts.signUp();
    const body = { currentPassword: student.password, newPassword };
    const answer = await signInAround(async () => {
      expect((await accounts.post('change-password', body, { token })).statusCode).toBe(200);
    });
    refused(answer);
    expect(await sessions()).toBe(1);
    expect(await accounts.tokenStatus(cookie)).toBe(200);
  });

  it('counts as a wrong attempt', async () => {
    const { token } = await accounts.signUp();
    for (let time = 0; time < 9; time += 1) await accounts.signIn({ password: 'a guess' });
    const body = { currentPassword: student.password, newPassword };
    refused(
      await signInAround(async () => {
        await accounts.post('change-password', body, { token });
      }),
    );
    expect((await accounts.signIn({ password: newPassword })).statusCode).toBe(429);
  });

  it('waits for a change in progress', async () => {
    await accounts.signUp();
    const { database } = accounts.context;
    const change = await database.pool.connect();
    const begin = async () => {
      await change.query('begin');
      await change.query(`update identity_accounts set password = 'scrypt$another'`);
      await change.query('delete from identity_sessions');
    };
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    try {
      const answer = await signInAround(begin, async () => {
        await expect.poll(async () => (await database.pool.query(waiting)).rowCount).toBe(1);
        await change.query('commit');
      });
      refused(answer);
      expect(await sessions()).toBe(0);
    } finally {
      change.release(true);
    }
  });
});

it('a sign-in without a concurrent change succeeds', async () => {
  await accounts.signUp();
  const answer = await signInAround(async () => {
    expect((await accounts.signIn()).statusCode).toBe(200);
  });
  expect(answer.statusCode).toBe(200);
  expect(await sessions()).toBe(3);
  expect((await accounts.ask('GET', '/api/auth/token', { cookie: toCookieHeader(answer) })).statusCode).toBe(
    200,
  );
});
