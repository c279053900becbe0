import { open } from 'node:fs/promises';

/** A file of its owner alone, on disk when this returns. Flags: 'wx' fails if it exists, 'w' replaces it. */
export async function writeDurably(path: string, content: Uint8Array | string, flags: 'wx' | 'w') {
  const file = await open(path, flags, 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A new or renamed file survives a power cut only if its folder was synced as well. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Catches that a file does not exist. */
export function ignoreMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}
