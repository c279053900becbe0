import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { usePasskeyBrowsers, visitor } from '#tests/support/fakes/passkey-browsers.ts';
import { SoftPasskey } from '#tests/support/fakes/soft-passkey.ts';
import { outcome, somebody, toCookieHeader } from '#tests/support/server/test-accounts.ts';

const { accounts, browsers } = usePasskeyBrowsers();
let device: SoftPasskey;
beforeEach(() => {
  device = new SoftPasskey(browsers.origin);
});
afterEach(() => vi.restoreAllMocks());

const { password } = somebody;
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
    const options = await browsers.post(stranger, 'passkey/register-options', { password });
    const cookie = `${stranger.cookie}; ${toCookieHeader(options)}`;
    const response = device.create(options.json());
    // A transfer locks the identity and deletes its credentials and sessions.
    const transfer = [
      'SELECT FROM identity_users FOR UPDATE',
      'DELETE FROM identity_passkeys',
      'DELETE FROM identity_sessions',
    ];
    const added = await during(transfer, () =>
      browsers.post({ ...stranger, cookie }, 'passkey/register', { name: 'Mine', response }),
    );
    expect(outcome(added)).toEqual([401, 'invalid-token']);
    expect(await rows('identity_passkeys')).toBe(0);
    expect(outcome(await browsers.use(visitor, device))).toEqual([401, 'passkey-not-accepted']);
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
    const begin = async (one: SoftPasskey) => {
      const options = await browsers.post(user, 'passkey/register-options', { password });
      const cookie = `${user.cookie}; ${toCookieHeader(options)}`;
      const body = { name: 'One', response: one.create(options.json()) };
      return () => browsers.post({ ...user, cookie }, 'passkey/register', body);
    };
    for (let count = 0; count < 19; count += 1)
      expect((await (await begin(new SoftPasskey(browsers.origin)))()).statusCode).toBe(200);
    const late = [await begin(new SoftPasskey(browsers.origin)), await begin(device)];
    expect((await late[0]!()).statusCode).toBe(200);
    expect(outcome(await late[1]!())).toEqual([409, 'passkey-limit-reached']);
    expect(await rows('identity_passkeys')).toBe(20);
    expect(outcome(await browsers.register(user, device, password))).toEqual([409, 'passkey-limit-reached']);
  });
});

it('a sign-in with a passkey that is being deleted leaves no session', async () => {
  const user = await accounts.signUp();
  await browsers.register(user, device, password);
  const sessions = await rows('identity_sessions');
  const signedIn = await during(['DELETE FROM identity_passkeys'], () => browsers.use(visitor, device));
  expect(outcome(signedIn)).toEqual([401, 'passkey-not-accepted']);
  expect(signedIn.headers['set-cookie']).toBeUndefined();
  expect(await rows('identity_sessions')).toBe(sessions);
});

describe('an error of the database', () => {
  const failWrites = () =>
    accounts.query('ALTER TABLE identity_passkeys ADD CONSTRAINT never CHECK (counter < 0) NOT VALID');
  // Other tests use the same database.
  afterEach(() => accounts.query('ALTER TABLE identity_passkeys DROP CONSTRAINT never'));

  it('is no new passkey that was refused', async () => {
    const user = await accounts.signUp();
    await failWrites();
    expect((await browsers.register(user, device, password)).statusCode).toBe(500);
  });

  it('is no sign-in that was refused', async () => {
    const user = await accounts.signUp();
    expect((await browsers.register(user, device, password)).statusCode).toBe(200);
    await failWrites();
    expect((await browsers.use(visitor, device)).statusCode).toBe(500);
  });
});

it('a passkey is stored once', async () => {
  const user = await accounts.signUp();
  await browsers.register(user, device, password);
  expect(outcome(await browsers.register(user, device, password))).toEqual([401, 'passkey-not-accepted']);
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
