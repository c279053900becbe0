import { createHash } from 'node:crypto';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { ignoreMissing } from '../../durable-files.ts';

export type Migration = {
  name: string;
  createdAt: number;
  hash: string;
  statements: string[];
  /** Begins with `-- no transaction`, for statements like CREATE INDEX CONCURRENTLY that cannot run in one. */
  withoutTransaction: boolean;
};

/** The first migrations of a folder: they create at once what an earlier version created in steps. */
export type Baseline = {
  migrations: Migration[];
  version: string;
  /** The hash of its last migration. The `createdAt` of that is the one of the last of the baseline. */
  hash: string;
};

/** The migrations in the order of the journal; throws when a file is missing. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const journal = JSON.parse(await fs.readFile(path.join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string; when: number }[];
  };
  return Promise.all(
    journal.entries.map(async ({ tag, when }) => {
      const text = await fs.readFile(path.join(folder, `${tag}.sql`), 'utf8');
      const statements = text.split('--> statement-breakpoint').filter((part) => part.trim() !== '');
      return {
        name: tag,
        createdAt: when,
        hash: createHash('sha256').update(text).digest('hex'),
        statements,
        withoutTransaction: /^-- no transaction\s*$/m.test(text.split('\n', 1)[0]!),
      };
    }),
  );
}

/** Null for a folder that has all migrations since the first. */
export async function readBaseline(folder: string): Promise<Baseline | null> {
  const text = await fs.readFile(path.join(folder, 'meta/_baseline.json'), 'utf8').catch(ignoreMissing);
  if (text === null) return null;
  const { version, hash, when } = JSON.parse(text) as { version: string; hash: string; when: number };
  const migrations = (await readMigrations(folder)).filter(({ createdAt }) => createdAt <= when);
  return { migrations, version, hash };
}
