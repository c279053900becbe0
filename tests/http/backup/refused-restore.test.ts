import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MANIFEST_MEMBER } from '#platform/server/backup/archive-format.ts';
import { runCommand } from '#tests/support/product/commands.ts';
import { rewriteArchive } from '#tests/support/product/rewrite-archive.ts';

const ARCHIVE = join(import.meta.dirname, '../../upgrade/archives/0.1.0.tar.gz');

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'bookswap-restore-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const unsigned = () => null;
const same = (_name: string, content: Buffer) => content;
/** As a backup of the migrations before the last eight. */
const withEarlierMigrations = (name: string, content: Buffer) => {
  if (name !== MANIFEST_MEMBER) return content;
  const manifest = JSON.parse(content.toString());
  return Buffer.from(JSON.stringify({ ...manifest, migrations: manifest.migrations.slice(0, -8) }));
};

/** A directory that an operator has prepared. */
function prepareDirectory(): string {
  const dataDir = join(home, 'prepared');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'notes.txt'), 'mine');
  return dataDir;
}

const restore = (dataDir: string, file: string, variables: Record<string, string> = {}) =>
  runCommand('restore', { folder: home, dataDir, variables }, '--unsigned', file);

it('a damaged backup leaves no directory behind', async () => {
  const file = join(home, 'damaged.tar.gz');
  writeFileSync(file, 'not a backup');
  const dataDir = join(home, 'new');
  expect(await restore(dataDir, file)).toMatchObject({ code: 1 });
  expect(existsSync(dataDir)).toBe(false);
});

it('a backup of another secret leaves the directory as it was', async () => {
  const dataDir = prepareDirectory();
  const file = join(home, 'unsigned.tar.gz');
  await rewriteArchive(ARCHIVE, file, same, unsigned);
  const { code, stderr } = await restore(dataDir, file, { SECRET_KEY: 'x'.repeat(40) });
  expect([code, stderr]).toEqual([1, expect.stringContaining('SECRET_KEY is not the secret')]);
  expect(readdirSync(dataDir)).toEqual(['notes.txt']);
});

it('a backup of earlier migrations leaves the directory as it was, and names the version to upgrade to', async () => {
  const dataDir = prepareDirectory();
  const file = join(home, 'earlier.tar.gz');
  await rewriteArchive(ARCHIVE, file, withEarlierMigrations, unsigned);
  const { code, stderr } = await restore(dataDir, file);
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('This backup lacks migrations of BookSwap 0.1.0.'),
  ]);
  expect(readdirSync(dataDir)).toEqual(['notes.txt']);
});
