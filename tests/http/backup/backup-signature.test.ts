import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MANIFEST_MEMBER } from '#platform/server/backup/archive-format.ts';
import { type CheckSignature, verifyArchive } from '#platform/server/backup/archive-reader.ts';
import { createSignatureCheck, signBackup } from '#platform/server/backup/backup-signature.ts';
import { restoreBackup } from '#platform/server/backup/restore-backup.ts';
import { openDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { createRecordingLog } from '#tests/support/fakes/recording-log.ts';
import { rewriteArchive } from '#tests/support/product/rewrite-archive.ts';
import { createEmptyDatabase } from '#tests/support/server/test-database.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const ARCHIVE = join(ROOT, 'tests/upgrade/archives/0.1.0.tar.gz');
const SECRET = 'the secret of this installation, long enough';

let folder: string;
let signed: string;
let unsigned: string;
let files = 0;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bookswap-signatures-'));
  signed = join(folder, 'signed');
  unsigned = join(folder, 'unsigned');
  await rewriteArchive(ARCHIVE, signed, forEveryPostgreSQL, (sumsDigest) => signBackup(SECRET, sumsDigest));
  await rewriteArchive(ARCHIVE, unsigned, same, () => null);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The tests' own PostgreSQL may be older than the one that the backup was made on. */
const forEveryPostgreSQL = (name: string, content: Buffer) =>
  name === MANIFEST_MEMBER
    ? Buffer.from(JSON.stringify({ ...JSON.parse(content.toString()), postgresqlMajor: 15 }, null, 1))
    : content;
const same = (_name: string, content: Buffer) => content;
/** As an attacker changes a backup: the sums fit, and the signature is that of the original. */
const forge = (name: string, content: Buffer) =>
  name === 'tables/users/1' ? Buffer.from(content.toString().replaceAll('priya', 'mallory')) : content;
const withoutPhotos = (name: string, content: Buffer) => (name.startsWith('photos/') ? null : content);

async function rewrite(...rest: [change: typeof withoutPhotos, sign?: () => string | null]): Promise<string> {
  const file = join(folder, `rewritten-${(files += 1)}`);
  await rewriteArchive(signed, file, ...rest);
  return file;
}
const check = (root: string | null, unsigned = false): CheckSignature => createSignatureCheck(root, unsigned);

describe('a backup', () => {
  it.each<[string, () => Promise<string>, CheckSignature, boolean]>([
    ['that the secret has signed', async () => signed, check(SECRET), true],
    ['with the same members', () => rewrite(same), check(SECRET), true],
    ['without a signature, if that is accepted', async () => unsigned, check(SECRET, true), false],
    ['whose signature cannot be checked, if that is accepted', async () => signed, check(null, true), false],
  ])('%s is good', async (_, prepare, checkSignature, hasValidSignature) => {
    const archive = await verifyArchive(await prepare(), checkSignature);
    expect(archive).toMatchObject({ objects: 2, hasValidSignature });
  });

  it.each<[string, () => Promise<string>, CheckSignature, RegExp]>([
    ['with a changed member', () => rewrite(forge), check(SECRET), /was changed/],
    ['with one, if unsigned ones are accepted', () => rewrite(forge), check(SECRET, true), /was changed/],
    ['that lacks members', () => rewrite(withoutPhotos), check(SECRET), /was changed/],
    [
      'of another secret',
      async () => signed,
      check('another secret, also long enough'),
      /another SECRET_KEY/,
    ],
    ['with an invented signature', () => rewrite(same, () => 'invented'), check(SECRET), /was changed/],
    ['without a signature', async () => unsigned, check(SECRET), /is not signed.*--unsigned/],
    ['without a signature and a secret', async () => unsigned, check(null), /is not signed.*--unsigned/],
    ['that cannot be checked', async () => signed, check(null), /cannot be checked: set SECRET_KEY/],
  ])('%s is refused', async (_, prepare, checkSignature, message) => {
    const file = await prepare();
    await expect(verifyArchive(file, checkSignature)).rejects.toThrow(message);
    await expect(verifyArchive(file, checkSignature)).rejects.toMatchObject({ name: 'BackupError' });
  });
});

it('a backup that is replaced between its check and its restore leaves no rows', async () => {
  const file = join(folder, 'replaced');
  copyFileSync(signed, file);
  const archive = await verifyArchive(file, check(SECRET));
  rmSync(file);
  await rewriteArchive(signed, file, forge);
  const database = await createEmptyDatabase();
  const restored = restoreBackup(archive, {
    database,
    storage: await openDiskStorage(join(folder, 'photos')),
    folder: join(ROOT, 'db/migrations'),
    productVersion: '0.1.0',
    checkSecret: async () => {},
    saveSecret: async () => {},
    onRowsLoaded: async () => {},
    log: createRecordingLog(),
    progress: () => {},
  });
  await expect(restored).rejects.toThrow('was changed');
  expect((await database.pool.query('SELECT FROM users')).rowCount).toBe(0);
  await database.close();
});
