import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRecordingLog } from '#tests/support/fakes/recording-log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';
import { findRootSecret, openRootSecret } from './root-secret.ts';

const now = new Date('2026-09-01T08:00:00.000Z');
const DATABASE_URL = 'postgres://bookswap@db.example.edu/bookswap';
const FORMER = 'f'.repeat(64);

let database: TestDatabase;
let dataDir: string;
let log: ReturnType<typeof createRecordingLog>;
beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'bookswap-secret-'));
  log = createRecordingLog();
});
afterEach(async () => {
  rmSync(dataDir, { recursive: true });
});

const open = (secretKey?: string, databaseUrl?: string) =>
  openRootSecret(database, { secretKey, dataDir, databaseUrl }, { log, now });
const find = () => findRootSecret(database, { secretKey: undefined, dataDir, databaseUrl: undefined });
const file = () => join(dataDir, 'secret.key');
const contents = () => readFileSync(file(), 'utf8').trim();
const storedRoots = async () =>
  (await database.pool.query(`SELECT value FROM installation_state WHERE name = 'root'`)).rows.map(
    ({ value }) => value as string,
  );
const leaveFormer = () =>
  database.pool.query(`INSERT INTO installation_state VALUES ('root', $1, $2)`, [FORMER, now]);

describe('beside the embedded database', () => {
  it('the secret is a file of its owner alone, the same at every start', async () => {
    const secret = await open();
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect([contents(), statSync(file()).mode & 0o777]).toEqual([secret, 0o600]);
    expect(await storedRoots()).toEqual([]);
    chmodSync(file(), 0o644);
    expect([await open(), await find()]).toEqual([secret, secret]);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  it('the secret of a restored external database moves there from its row', async () => {
    await leaveFormer();
    expect(await find()).toBe(FORMER);
    expect(await open()).toBe(FORMER);
    expect([contents(), await storedRoots()]).toEqual([FORMER, []]);
    // Killed between the two steps.
    await leaveFormer();
    expect([await open(), await storedRoots()]).toEqual([FORMER, []]);
  });

  it('a damaged file ends the start, and is not replaced', async () => {
    writeFileSync(file(), '');
    await expect(open()).rejects.toThrow('secret.key is damaged');
    expect(contents()).toBe('');
  });
});

it('in an external database the secret stays, with a warning', async () => {
  const secret = await open(undefined, DATABASE_URL);
  expect([await open(undefined, DATABASE_URL), await storedRoots()]).toEqual([secret, [secret]]);
  expect(() => statSync(file())).toThrow('ENOENT');
  expect(log.messages.filter((text) => text.startsWith('SECRET_KEY is not set'))).toHaveLength(2);
});

it('with SECRET_KEY nothing is stored', async () => {
  const key = 'a key of the operator, long enough';
  expect([await open(key), await open(key, DATABASE_URL)]).toEqual([key, key]);
  expect([await storedRoots(), log.messages]).toEqual([[], []]);
  expect(() => statSync(file())).toThrow('ENOENT');
});
