import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DAY_MS } from '#platform/shared/durations.ts';
import { ignoreMissing, syncDirectory, writeDurably } from '../durable-files.ts';
import { checkStorageKey, type ObjectStorage } from './object-storage.ts';

const UNFINISHED = '.unfinished';
const ABANDONED_AFTER_MS = DAY_MS;

/** Files below `root`, which is created if it is missing. Several processes may share it. */
export async function openDiskStorage(root: string): Promise<ObjectStorage> {
  const unfinished = join(root, UNFINISHED);
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  await removeAbandoned(unfinished);

  return {
    async put(key, content, _contentType) {
      const target = pathOf(root, key);
      const draft = join(unfinished, randomUUID());
      try {
        await writeDurably(draft, content, 'wx');
        await createDirectory(root, dirname(target));
        await rename(draft, target);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await syncDirectory(dirname(target));
    },

    async get(key) {
      const file = await open(pathOf(root, key), 'r').catch(ignoreMissing);
      if (!file) return null;
      const { size } = await file.stat().catch(async (error: unknown) => {
        await file.close();
        throw error;
      });
      return { stream: file.createReadStream(), size };
    },

    async size(key) {
      const found = await stat(pathOf(root, key)).catch(ignoreMissing);
      return found?.size ?? null;
    },

    async remove(keys) {
      const paths = keys.map((key) => pathOf(root, key));
      for (const path of paths) await rm(path, { force: true });
    },

    publicUrl: () => null,

    close: async () => {},
  };
}

/** Two levels of 256 folders by the hash of what is before the last slash; `_`, which no key has, replaces it. */
function pathOf(root: string, key: string): string {
  checkStorageKey(key);
  const end = key.lastIndexOf('/');
  const hash = createHash('sha256')
    .update(end < 0 ? key : key.slice(0, end))
    .digest('hex');
  return join(root, hash.slice(0, 2), hash.slice(2, 4), key.replaceAll('/', '_'));
}

/** A new folder survives a power cut only if its parent folder was synced as well. */
async function createDirectory(root: string, path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  await syncDirectory(dirname(path));
  await syncDirectory(root);
}

/** Leftovers of a killed process. Selected by age, because another process may be writing right now. */
async function removeAbandoned(folder: string): Promise<void> {
  const oldest = Date.now() - ABANDONED_AFTER_MS;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < oldest) await rm(path, { force: true });
  }
}
