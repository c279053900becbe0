import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError } from '../config.ts';

/** Throws ConfigError if this user cannot create it. */
export function createDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new ConfigError(
      `The data directory ${resolve(dataDir)} cannot be created (${(error as NodeJS.ErrnoException).code}). ` +
        'Set DATA_DIR to a directory that this user can write to.',
    );
  }
}
