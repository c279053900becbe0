import fc from 'fast-check';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDiskStorage } from './disk-storage.ts';
import { isStorageKey, StorageKeyError, type ObjectStorage } from './object-storage.ts';

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

async function read(key: string): Promise<string | null> {
  const found = await storage.get(key);
  return found && text(found.stream);
}

describe('files on disk', () => {
  test('files are two folders deep, and related ones share a folder', async () => {
    await storage.put('p/1.webp', Buffer.from('1'), 'image/webp');
    await storage.put('p/2.webp', Buffer.from('2'), 'image/webp');
    const [one, two] = (await files()).map((file) => file.slice(root.length + 1).split(sep));
    expect(one).toHaveLength(3);
    expect(one?.slice(0, 2)).toEqual(two?.slice(0, 2));
  });

  test('opening clears what a killed process left, but not a running write', async () => {
    const old = join(root, '.unfinished', 'old');
    const fresh = join(root, '.unfinished', 'fresh');
    await writeFile(old, 'x');
    await writeFile(fresh, 'x');
    const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
    await utimes(old, longAgo, longAgo);
    await openDiskStorage(root);
    expect(await readdir(join(root, '.unfinished'))).toEqual(['fresh']);
  });
});

describe('keys', () => {
  test.each(['a', 'photos/0198c0de.webp', 'a/b/c/d', 'x-1.y-2.webp'])('accepts %s', (key) => {
    expect(isStorageKey(key)).toBe(true);
  });

  test.each([
    '',
    '.',
    '..',
    '/',
    'a/',
    '/a',
    'a//b',
    '../a',
    'a/../b',
    'a..b',
    '.a',
    'a.',
    'A',
    'a_b',
    'a\\b',
    'a\0',
    'a\n',
    'a b',
    '%2e',
    'é',
    'a/b/c/d/e',
    'x'.repeat(201),
  ])('refuses %j', async (key) => {
    expect(isStorageKey(key)).toBe(false);
    await expect(storage.get(key)).rejects.toThrow(StorageKeyError);
    await expect(storage.put(key, Buffer.from('x'), 'text/plain')).rejects.toThrow(StorageKeyError);
    await expect(storage.remove(['a', key])).rejects.toThrow(StorageKeyError);
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

  test('put and get agree for any keys', async () => {
    const segment = fc.stringMatching(/^[a-z0-9]{1,6}([.-][a-z0-9]{1,4}){0,2}$/);
    const keys = fc.uniqueArray(
      fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/')),
      {
        minLength: 1,
        maxLength: 5,
      },
    );
    await fc.assert(
      fc.asyncProperty(keys, async (some) => {
        for (const key of some) await storage.put(key, Buffer.from(key), 'text/plain');
        for (const key of some) expect(await read(key)).toBe(key);
        await storage.remove(some);
        expect(await files()).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });
});
