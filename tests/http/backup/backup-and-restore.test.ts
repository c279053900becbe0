import { mkdtempSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listStoredPhotoKeys } from '#features/photos/server/list-stored-photo-keys.ts';
import { MANIFEST_MEMBER, type BackupManifest } from '#platform/server/backup/archive-format.ts';
import { verifyArchive } from '#platform/server/backup/archive-reader.ts';
import { type BackupSource, createBackup } from '#platform/server/backup/create-backup.ts';
import { restoreBackup } from '#platform/server/backup/restore-backup.ts';
import type { Database } from '#platform/server/database/database.ts';
import { openDiskStorage } from '#platform/server/storage/disk-storage.ts';
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts';
import { createRecordingLog } from '#tests/support/fakes/recording-log.ts';
import { createEmptyDatabase } from '#tests/support/server/test-database.ts';
import { rewriteArchive } from '#tests/support/product/rewrite-archive.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';
import { uploadPhoto } from '#tests/support/server/upload-photo.ts';

const MIGRATIONS = resolve(import.meta.dirname, '../../../db/migrations');
const VERSION = '1.2.3';
const SECRET = 'the secret of this installation, long enough';

let world: TestWorld;
let folder: string;
let conversationId: string;
/** A backup of the world, which most tests only read. */
let archive: string;
const fileIn = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bookswap-archives-'));
  world = await TestWorld.open();
  const images = [await uploadPhoto(world.app, world.seller)];
  const book = await world.createBook({ images });
  conversationId = await world.openConversation(book.id);
  await world.sendMessage(conversationId, 'Is it still there?');
  archive = fileIn('whole.tar.gz');
  await backUp(archive);
});
afterAll(async () => {
  await world.app.stop();
  rmSync(folder, { recursive: true });
});

async function backUp(file: string, changes: Partial<BackupSource> = {}): Promise<void> {
  const { database, storage } = world.app.app.context;
  await createBackup(file, {
    database,
    storage,
    folder: MIGRATIONS,
    listObjectKeys: async (client) => {
      const keys: string[] = [];
      for await (const step of listStoredPhotoKeys({ orm: drizzle(client) })) keys.push(...step);
      return keys;
    },
    secret: SECRET,
    sign: () => null,
    productVersion: VERSION,
    now: world.app.clock.now(),
    progress: () => {},
    signal: new AbortController().signal,
    ...changes,
  });
}

let target: Database;
let storage: ObjectStorage;
let secret: string | null;
beforeEach(async () => {
  target = await createEmptyDatabase();
  storage = await openDiskStorage(mkdtempSync(join(folder, 'photos-')));
  secret = null;
  return () => target.close();
});

const restore = async (file: string, changes: { storage?: ObjectStorage; productVersion?: string } = {}) =>
  restoreBackup(await verifyArchive(file, () => true), {
    database: target,
    storage,
    folder: MIGRATIONS,
    productVersion: VERSION,
    checkSecret: async () => {},
    saveSecret: async (value) => void (secret = value),
    onRowsLoaded: async () => {},
    log: createRecordingLog(),
    progress: () => {},
    ...changes,
  });

const countTables = async () =>
  (
    await target.pool.query(
      `SELECT count(*) AS n FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    )
  ).rows[0].n as number;
const countUsers = async () =>
  (await target.pool.query('SELECT count(*) AS n FROM users')).rows[0].n as number;

it('is of one moment, while writes go on', async () => {
  const writes = { sent: 1, areOver: false };
  const writing = (async () => {
    for (; !writes.areOver; writes.sent += 1)
      await world.sendMessage(conversationId, `Message ${writes.sent}`);
  })();
  await expect.poll(() => writes.sent, { interval: 5 }).toBeGreaterThan(4);
  const before = writes.sent;
  const file = fileIn('moving.tar.gz');
  await backUp(file);
  writes.areOver = true;
  await writing;
  await restore(file);
  const { rows } = await target.pool.query(
    `SELECT last_seq, (SELECT array_agg(seq ORDER BY seq) FROM messages) AS seqs FROM conversations`,
  );
  const { last_seq: last, seqs } = rows[0];
  expect(last).toBeGreaterThanOrEqual(before);
  expect(seqs).toEqual(Array.from({ length: last }, (_, index) => index + 1));
  expect(secret).toBe(SECRET);
});

it('keeps the numbers of sequences, and the foreign keys', async () => {
  await world.app.database.pool.query("SELECT setval('audit_entries_id_seq', 41)");
  const file = fileIn('numbers.tar.gz');
  await backUp(file);
  await restore(file);
  expect((await target.pool.query("SELECT nextval('audit_entries_id_seq') AS n")).rows).toEqual([{ n: 42 }]);
  const foreignKeys = `SELECT count(*) AS n FROM pg_constraint WHERE contype = 'f' AND convalidated
    AND connamespace = 'public'::regnamespace`;
  const count = async ({ pool }: Database) => (await pool.query(foreignKeys)).rows[0].n as number;
  expect(await count(target)).toBe(await count(world.app.database));
});

it('a restore that is interrupted can be repeated', async () => {
  const broken = { ...storage, put: () => Promise.reject(new Error('interrupted')) };
  await expect(restore(archive, { storage: broken })).rejects.toThrow('interrupted');
  expect(await countUsers()).toBe(0);
  await restore(archive);
  expect(await countUsers()).toBe(2);
  await expect(restore(archive)).rejects.toThrow('The database is not empty');
});

const rewrite = async (
  name: string,
  change: (member: string, content: Buffer) => [string, Buffer] | null,
): Promise<string> => {
  await rewriteArchive(archive, fileIn(name), change);
  return fileIn(name);
};

const changeManifest = (name: string, change: (manifest: BackupManifest) => void) =>
  rewrite(name, (member, content) => {
    if (member !== MANIFEST_MEMBER) return [member, content];
    const manifest = JSON.parse(content.toString()) as BackupManifest;
    change(manifest);
    return [member, Buffer.from(JSON.stringify(manifest))];
  });

it('is refused of a database of earlier migrations, and into one', async () => {
  await target.pool.query(`CREATE SCHEMA drizzle;
    CREATE TABLE drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint);
    INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('earlier', 1)`);
  const file = fileIn('earlier.tar.gz');
  const message = /This database lacks migrations of BookSwap 0\.1\.0/;
  await expect(backUp(file, { database: target })).rejects.toThrow(message);
  expect(existsSync(file)).toBe(false);
  await expect(restore(archive)).rejects.toThrow(message);
  expect(await countTables()).toBe(0);
});

describe('a damaged or foreign file is refused, and changes nothing:', () => {
  const write = (name: string, content: Buffer) => {
    writeFileSync(fileIn(name), content);
    return fileIn(name);
  };
  const flip = (at: number) => {
    const bytes = readFileSync(archive);
    bytes[Math.floor(bytes.length * at)]! ^= 0x10;
    return bytes;
  };
  const cut = (at: number) =>
    readFileSync(archive).subarray(0, Math.floor(readFileSync(archive).length * at));
  const foreign = (member: string) => () =>
    rewrite(`foreign-${member.length}.tar.gz`, (name, content) =>
      name.startsWith('photos/') && name.endsWith('/240.webp') ? [member, content] : [name, content],
    );

  it.each<[string, () => string | Promise<string>, RegExp]>([
    ['a flipped bit near the start', () => write('flip-1', flip(0.1)), /damaged/],
    ['a flipped bit in the middle', () => write('flip-2', flip(0.5)), /damaged/],
    ['a flipped bit near the end', () => write('flip-3', flip(0.97)), /damaged/],
    ['a cut end', () => write('cut-1', cut(0.6)), /damaged or incomplete/],
    ['the first bytes alone', () => write('cut-2', cut(0.001)), /damaged|not a backup/],
    ['an empty file', () => write('empty', Buffer.alloc(0)), /incomplete|not a backup/],
    ['another kind of file', () => write('text', Buffer.from('hello '.repeat(1_000))), /damaged/],
    ['no file', () => fileIn('missing'), /There is no file/],
    ['a path that leaves the directory', foreign('photos/../../../etc/passwd'), /no backup contains/],
    ['an absolute path', foreign('/etc/passwd'), /no backup contains/],
    ['a table that is none', foreign('tables/"; DROP TABLE users/1'), /no backup contains/],
    ['a later format', () => changeManifest('format', (it) => (it.format = 3)), /later version/],
    ['a later version', () => changeManifest('version', (it) => (it.productVersion = '1.10.0')), /1\.10\.0/],
    ['a later PostgreSQL', () => changeManifest('major', (it) => (it.postgresqlMajor = 99)), /PostgreSQL 99/],
    [
      'an unknown migration',
      () => changeManifest('migration', (it) => (it.migrations.at(-1)!.hash = 'other')),
      /migrations are unknown/,
    ],
  ])('%s', async (_, prepare, message) => {
    const file = await prepare();
    await expect(restore(file)).rejects.toThrow(message);
    await expect(restore(file)).rejects.toMatchObject({ name: 'BackupError' });
    expect(await countTables()).toBe(0);
    expect(secret).toBeNull();
  });

  it.each<[string, () => Promise<string>, RegExp]>([
    [
      'rows without those that they refer to',
      () =>
        rewrite('orphans.tar.gz', (name, content) => {
          if (name === 'tables/conversations/1') return null;
          if (name !== MANIFEST_MEMBER) return [name, content];
          const manifest = JSON.parse(content.toString()) as BackupManifest;
          manifest.tables.find((table) => table.name === 'conversations')!.rows = 0;
          return [name, Buffer.from(JSON.stringify(manifest))];
        }),
      /foreign key/,
    ],
    [
      'rows that are no rows',
      () =>
        rewrite('garbage.tar.gz', (name, content) =>
          name === 'tables/users/1' ? [name, Buffer.from('garbage\n')] : [name, content],
        ),
      /missing data|invalid input/,
    ],
    [
      'fewer rows than announced',
      () =>
        rewrite('fewer.tar.gz', (name, content) => (name === 'tables/messages/1' ? null : [name, content])),
      /has 0 rows instead of 1/,
    ],
    [
      'other columns',
      () =>
        changeManifest('columns.tar.gz', (it) =>
          it.tables.find(({ name }) => name === 'users')!.columns.pop(),
        ),
      /differ/,
    ],
  ])('%s, with valid sums', async (_, prepare, message) => {
    await expect(restore(await prepare())).rejects.toThrow(message);
    expect(await countUsers()).toBe(0);
    await restore(archive);
    expect(await countUsers()).toBe(2);
  });
});

describe('a backup that cannot be written', () => {
  it('leaves no file, and never overwrites one', async () => {
    const file = fileIn('failing.tar.gz');
    const failing = backUp(file, {
      storage: { ...world.app.app.context.storage, get: () => Promise.reject(new Error('unreadable')) },
    });
    await expect(failing).rejects.toThrow('unreadable');
    expect([existsSync(file), existsSync(`${file}.partial`)]).toEqual([false, false]);
    const whole = readFileSync(archive);
    await expect(backUp(archive)).rejects.toThrow('is not overwritten');
    expect(readFileSync(archive).equals(whole)).toBe(true);
    writeFileSync(`${file}.partial`, '');
    await expect(backUp(file)).rejects.toThrow('another backup is writing it');
  });

  it('stays complete beside a file that has appeared meanwhile', async () => {
    const file = fileIn('taken.tar.gz');
    const late = backUp(file, { progress: () => writeFileSync(file, 'another') });
    await expect(late).rejects.toThrow(`${file} exists. The complete backup is ${file}.partial`);
    expect(readFileSync(file, 'utf8')).toBe('another');
    await restore(`${file}.partial`);
    expect(await countUsers()).toBe(2);
  });

  it('of a database without tables is refused', async () => {
    const attempt = backUp(fileIn('none.tar.gz'), { database: target });
    await expect(attempt).rejects.toThrow('nothing to back up');
  });
});

it('refuses a database of something else', async () => {
  await target.pool.query('CREATE TABLE theirs (n int)');
  await expect(restore(archive)).rejects.toThrow('tables of something else');
});
