import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { S3Store } from '#tests/support/fakes/s3-store.ts';
import { openDiskStorage } from './disk-storage.ts';
import { StorageKeyError, StorageUnavailableError, type ObjectStorage } from './object-storage.ts';
import { S3Storage } from './s3-storage.ts';

let root: string;
let store: S3Store;
let disk: ObjectStorage;
let s3: S3Storage;

beforeAll(async () => {
  store = await S3Store.start();
});
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'storage-'));
  disk = await openDiskStorage(root);
  s3 = new S3Storage(store.config);
});
afterEach(async () => {
  store.failAll(null);
  await s3.close();
  await rm(root, { recursive: true });
});
afterAll(() => store.close());

const drivers = { disk: () => disk, s3: () => s3 };

describe.each(['disk', 's3'] as const)('the %s driver', (driver) => {
  let storage: ObjectStorage;
  beforeEach(() => {
    storage = drivers[driver]();
  });
  const read = async (key: string): Promise<string | null> => {
    const found = await storage.get(key);
    return found && text(found.stream);
  };

  it('returns what was stored, with its size', async () => {
    await storage.put('photos/one.webp', Buffer.from('bytes'), 'image/webp');
    expect(await read('photos/one.webp')).toBe('bytes');
    const found = await storage.get('photos/one.webp');
    expect([found?.size, await storage.size('photos/one.webp')]).toEqual([5, 5]);
    found?.stream.destroy();
  });

  it('replaces the whole object with a second put', async () => {
    for (const content of ['first and long', 'second'])
      await storage.put('a', Buffer.from(content), 'text/plain');
    expect(await read('a')).toBe('second');
  });

  it('returns null for a missing object, and removes it any number of times', async () => {
    expect([await storage.get('nothing'), await storage.size('nothing')]).toEqual([null, null]);
    await storage.put('a', Buffer.from('x'), 'text/plain');
    await storage.put('b', Buffer.from('y'), 'text/plain');
    await storage.remove(['a', 'nothing']);
    await storage.remove(['a']);
    expect(await storage.get('a')).toBeNull();
    expect(await read('b')).toBe('y');
  });

  it('removes more objects than it has connections', async () => {
    const keys = Array.from({ length: 30 }, (_, index) => `many/${index}`);
    await Promise.all(keys.map((key) => storage.put(key, Buffer.from('x'), 'text/plain')));
    await storage.remove(keys);
    expect(await Promise.all(keys.map((key) => storage.get(key)))).toEqual(keys.map(() => null));
  });

  it.each(['../a', 'A', 'a b', '%2e', ''])('refuses %j', async (key) => {
    await expect(storage.get(key)).rejects.toThrow(StorageKeyError);
    await expect(storage.size(key)).rejects.toThrow(StorageKeyError);
    await expect(storage.put(key, Buffer.from('x'), 'text/plain')).rejects.toThrow(StorageKeyError);
    await expect(storage.remove(['a', key])).rejects.toThrow(StorageKeyError);
  });
});

describe('the s3 driver', () => {
  const open = (changes: Partial<S3Store['config']>) => {
    const storage = new S3Storage({ ...store.config, ...changes });
    onTestFinished(() => storage.close());
    return storage;
  };

  it('tries again when the store is busy, and says so when it stays busy', async () => {
    store.failNext('busy', 'busy');
    await s3.put('a', Buffer.from('once'), 'text/plain');
    expect(await text((await s3.get('a'))!.stream)).toBe('once');
    store.failAll('busy');
    await expect(s3.put('a', Buffer.from('twice'), 'text/plain')).rejects.toThrow(StorageUnavailableError);
    await expect(s3.get('a')).rejects.toThrow(StorageUnavailableError);
    await expect(s3.remove(['a'])).rejects.toThrow(StorageUnavailableError);
    store.failAll(null);
    expect(await text((await s3.get('a'))!.stream)).toBe('once');
  });

  it('gives up a store that is silent or gone', async () => {
    store.failAll('silent');
    await expect(s3.get('a')).rejects.toThrow(StorageUnavailableError);
    const gone = open({ endpoint: 'http://127.0.0.1:1' });
    await expect(gone.put('a', Buffer.from('x'), 'text/plain')).rejects.toThrow(StorageUnavailableError);
    expect(await gone.check()).toContain('does not answer');
  });

  it('fails a body that ends early, instead of passing on a part', async () => {
    store.failAll('cut');
    const found = await s3.get('a');
    await expect(text(found!.stream)).rejects.toThrow('partially consumed');
  });

  it('tells wrong keys and a missing bucket from an outage', async () => {
    const wrong = open({ secretAccessKey: 'wrong' });
    await expect(wrong.put('a', Buffer.from('x'), 'text/plain')).rejects.toThrow(
      /answered 403[^]*SignatureDoesNotMatch/,
    );
    await expect(wrong.put('a', Buffer.from('x'), 'text/plain')).rejects.not.toThrow(StorageUnavailableError);
    expect(await wrong.check()).toContain('s3:PutObject');
    expect(await open({ bucket: 'other' }).check()).toBe('the bucket other does not exist');
    expect(await s3.check()).toBeNull();
  });

  it('knows the address of a CDN', () => {
    expect(s3.publicUrl('a/1.webp')).toBeNull();
    expect(open({ publicUrl: 'https://cdn.example/p' }).publicUrl('a/1.webp')).toBe(
      'https://cdn.example/p/a/1.webp',
    );
  });
});
