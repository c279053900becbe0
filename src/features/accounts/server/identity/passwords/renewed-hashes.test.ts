import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestAccounts, student, type TestAccounts } from '#tests/support/server/test-accounts.ts';
import { HashingGate } from '#tests/support/fakes/hashing-gate.ts';
import { BoundedQueue } from '#platform/server/concurrency/bounded-queue.ts';
import { createPasswordHasher, deriveKey, passwordQueueLimits } from './hash-passwords.ts';

let accounts: TestAccounts;
/** Another process, whose hashing can be held up. */
let slow: TestAccounts;
let gate: HashingGate;
beforeEach(async () => {
  gate = new HashingGate();
  accounts = await openTestAccounts();
  slow = await openTestAccounts({ beside: accounts, hashing: { derive: gate.derive } });
  await accounts.signUp();
});
afterEach(async () => {
  gate.open();
  await slow.close();
  await accounts.close();
});

const query = async (text: string, values: unknown[] = []) =>
  (await accounts.context.database.pool.query<{ password: string }>(text, values)).rows;
const storedHash = async () => (await query('SELECT password FROM identity_accounts'))[0]!.password;
const CURRENT = /^scrypt\$256\$16\$3\$/;

/** Stores a hash in the form of an earlier version. */
async function storeOldHash(): Promise<string> {
  const salt = randomBytes(16);
  const key = await deriveKey(student.password, salt, { N: 256, r: 16, p: 1 }, 64);
  const hash = `scrypt$256$16$1$${salt.toString('base64url')}$${key.toString('base64url')}`;
  await query('UPDATE identity_accounts SET password = $1', [hash]);
  return hash;
}

it('a new password is hashed with the least cost that OWASP recommends', async () => {
  const hasher = createPasswordHasher({
    limits: { enter: async () => () => {} },
    queue: new BoundedQueue(passwordQueueLimits),
  });
  const hash = await hasher.hash('correct horse');
  expect(hash).toMatch(/^scrypt\$16384\$16\$3\$/);
  expect([await hasher.verify('correct horse', hash), hasher.isOutdated(hash)]).toEqual([true, false]);
});

it('a sign-in hashes a password again whose hash is older, once', async () => {
  expect(await storedHash()).toMatch(CURRENT);
  const old = await storeOldHash();
  const readTime = async () => (await query('SELECT updated_at::text AS password FROM identity_accounts'))[0];
  const setAt = await readTime();
  accounts.clock.advance(1_000);
  expect((await accounts.signIn({ password: 'a guess' })).statusCode).toBe(401);
  expect(await storedHash()).toBe(old);
  expect((await accounts.signIn()).statusCode).toBe(200);
  const renewed = await storedHash();
  expect(renewed).toMatch(CURRENT);
  expect((await accounts.signIn()).statusCode).toBe(200);
  expect(await storedHash()).toBe(renewed);
  // It is no new password: known browsers stay known.
  expect(await readTime()).toEqual(setAt);
});

it('a sign-in succeeds while another one hashes the same password again', async () => {
  await storeOldHash();
  gate.close();
  const late = slow.signIn();
  await expect.poll(() => gate.held).toBe(1);
  expect((await accounts.signIn()).statusCode).toBe(200);
  const renewed = await storedHash();
  gate.open();
  expect((await late).statusCode).toBe(200);
  expect(await storedHash()).toBe(renewed);
});
