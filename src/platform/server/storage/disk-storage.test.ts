import fc from 'fast-check';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDiskStorage } from './disk-storage.ts';
import { isStorageKey, type ObjectStorage } from './object-storage.ts';

let root: string;
let storage: ObjectStorage;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'storage-'));
  storage = await openDiskStorage(root);
});

afterEach(() => rm(root, { recursive: true }));

const files = async () => {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

describe('files on disk', () => {
  test('files are two folders deep, and related ones share a folder', async () => {
    await storage.put('p/1.webp', Buffer.from('1'), 'image/webp');
    await storage.put('p/2.webp', Buffer.from('2'), 'image/webp');
    expect(await readdir(join(root, '.unfinished'))).toEqual([]);
    const [one, two] = (await files()).map((file) => file.slice(root.length + 1).split(sep));
    expect(one).toHaveLength(3);
    expect(one?.slice(0, 2)).toEqual(two?.slice(0, 2));
  });

  test('opening clears what a killed process left, but not a running write', async () => {
    for (const name of ['old', 'fresh']) await writeFile(join(root, '.unfinished', name), 'x');
    const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
    await utimes(join(root, '.unfinished', 'old'), longAgo, longAgo);
    await openDiskStorage(root);
    expect(await readdir(join(root, '.unfinished'))).toEqual(['fresh']);
  });
});

describe('keys', () => {
  test.each(['a', 'photos/0198c0de.webp', 'a/b/c/d', 'x-1.y-2.webp'])('accepts %s', (key) => {
    expect(isStorageKey(key)).toBe(true);
  });

  test('refuses all others', () => {
    const others = ['', '.', '..', '/', 'a/', '/a', 'a//b', '../a', 'a/../b', 'a..b', '.a', 'a.', 'A', 'a_b'];
    others.push('a\\b', 'a\0', 'a\n', 'a b', '%2e', 'é', 'a/b/c/d/e', 'x'.repeat(201));
    expect(others.filter(isStorageKey)).toEqual([]);
  });

  test('every valid key stays below the root, and no two keys share a file', () => {
    const nasty = fc.string({
      unit: fc.constantFrom('a', 'b', '0', '.', '-', '_', '/', '\\', '%', '~', '\0', 'A', ' '),
      maxLength: 12,
    });
    fc.assert(
      fc.property(nasty, nasty, (one, two) => {
        const inside = [one, two].filter(isStorageKey);
        for (const key of inside) {
          expect(resolve(root, key).startsWith(root + sep)).toBe(true);
          expect(key).not.toMatch(/\.\.|\\|\0|_|^\/|\/$/);
        }
        if (inside.length === 2 && one !== two)
          expect(one.replaceAll('/', '_')).not.toBe(two.replaceAll('/', '_'));
      }),
      { numRuns: 5000 },
    );
  });
});
