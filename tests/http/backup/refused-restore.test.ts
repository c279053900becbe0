import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCommand } from '#tests/support/product/commands.ts';

const ARCHIVE = join(import.meta.dirname, '../../upgrade/archives/0.1.0.tar.gz');

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'bookswap-restore-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

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
  const dataDir = join(home, 'prepared');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'notes.txt'), 'mine');
  const { code, stderr } = await restore(dataDir, ARCHIVE, { SECRET_KEY: 'x'.repeat(40) });
  expect([code, stderr]).toEqual([1, expect.stringContaining('SECRET_KEY is not the secret')]);
  expect(readdirSync(dataDir)).toEqual(['notes.txt']);
});
