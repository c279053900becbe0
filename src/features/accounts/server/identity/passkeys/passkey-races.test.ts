import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { notAccepted, setUpPasskeyBrowsers, visitor } from '#tests/support/fakes/passkey-browsers.ts';
import { SoftPasskey } from '#tests/support/fakes/soft-passkey.ts';
import { outcome, student } from '#tests/support/server/test-accounts.ts';

const { accounts, browsers } = setUpPasskeyBrowsers();
let device: SoftPasskey;
beforeEach(() => {
  device = new SoftPasskey(browsers.origin);
});
afterEach(() => vi.restoreAllMocks());

const { password } = student;
const rows = async (table: string) => (await accounts.query(`SELECT FROM ${table}`)).rowCount;

/** Starts the work while a transaction with these statements is open; commits once the work waits for it. */
async function during<T>(statements: string[], work: () => Promise<T>): Promise<T> {
  const { pool } = accounts.context.database;
  const other = await pool.connect();
  const waiting = `SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  try {
    await other.query('BEGIN');
    for (const statement of statements) await other.query(statement);
    const result = work();
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
    await other.query('COMMIT');
    return await result;
  } finally {
    other.release(true);
  }
}

describe('a passkey that is added', () => {
  it("is deleted again if the account went to its owner meanwhile: it may be a stranger's", async () => {
    const stranger = await accounts.signUp();
    const finish = await browsers.begin(stranger, device, password);
    // A transfer locks the identity and deletes its credentials and sessions.
    const transfer = [
      'SELECT FROM identity_users FOR UPDATE',
      'DELETE FROM identity_passkeys',
      'DELETE FROM identity_sessions',
    ];
    expect(outcome(await during(transfer, () => finish()))).toEqual([401, 'invalid-token']);
    expect(await rows('identity_passkeys')).toBe(0);
    expect(outcome(await browsers.use(visitor, device))).toEqual(notAccepted);
  });

  it('is not stored if its email cannot be queued', async () => {
    const user = await accounts.signUp();
    await accounts.verifyEmails();
    vi.spyOn(accounts.context.mailer, 'send').mockRejectedValueOnce(new Error('no queue'));
    expect((await browsers.register(user, device, password)).statusCode).toBe(500);
    expect(await rows('identity_passkeys')).toBe(0);
    expect((await browsers.register(user, device, password)).statusCode).toBe(200);
  });

  it('is the twentieth at most, even when two are added at once', async () => {
    const user = await accounts.signUp();
    const newDevice = () => new SoftPasskey(browsers.origin);
    for (let count = 0; count < 19; count += 1)
      expect((await browsers.register(user, newDevice(), password)).statusCode).toBe(200);
    const finishOne = await browsers.begin(user, newDevice(), password);
    const finishOther = await browsers.begin(user, device, password);
    expect((await finishOne()).statusCode).toBe(200);
    expect(outcome(await finishOther())).toEqual([409, 'passkey-limit-reached']);
    expect(await rows('identity_passkeys')).toBe(20);
    expect(outcome(await browsers.register(user, device, password))).toEqual([409, 'passkey-limit-reached']);
  });
});

it('a sign-in with a passkey that is being deleted leaves no session', async () => {
  const user = await accounts.signUp();
  await browsers.register(user, device, password);
  const sessions = await rows('identity_sessions');
  const signedIn = await during(['DELETE FROM identity_passkeys'], () => browsers.use(visitor, device));
  expect(outcome(signedIn)).toEqual(notAccepted);
  expect(signedIn.headers['set-cookie']).toBeUndefined();
  expect(await rows('identity_sessions')).toBe(sessions);
});

it('an error of the database is neither a refused passkey nor a refused sign-in', async () => {
  const user = await accounts.signUp();
  expect((await browsers.register(user, device, password)).statusCode).toBe(200);
  await accounts.query('ALTER TABLE identity_passkeys ADD CONSTRAINT never CHECK (counter < 0) NOT VALID');
  const other = new SoftPasskey(browsers.origin);
  expect((await browsers.register(user, other, password)).statusCode).toBe(500);
  expect((await browsers.use(visitor, device)).statusCode).toBe(500);
  // Other tests use the same database.
  await accounts.query('ALTER TABLE identity_passkeys DROP CONSTRAINT never');
});

it('a passkey is stored once', async () => {
  const user = await accounts.signUp();
  await browsers.register(user, device, password);
  expect(outcome(await browsers.register(user, device, password))).toEqual(notAccepted);
});

it('registrations are limited, as each challenge is a row', async () => {
  const user = await accounts.signUp();
  const begin = () => browsers.post(user, 'passkey/register-options', { password });
  await accounts.query('DELETE FROM identity_rate_limits');
  expect((await begin()).statusCode).toBe(200);
  // The limit of the network is reached. Beyond it there are six in a minute.
  await accounts.query('UPDATE identity_rate_limits SET attempts = 600');
  const statuses: number[] = [];
  for (let time = 0; time < 7; time += 1) statuses.push((await begin()).statusCode);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
  const body = { name: 'Mine', response: { id: 'x', response: {} } };
  expect(outcome(await browsers.post(user, 'passkey/register', body))).toEqual([429, 'too-many-requests']);
});
