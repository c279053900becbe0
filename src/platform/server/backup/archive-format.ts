import { z } from 'zod';

/**
 * A backup is a gzipped tar. `manifest.json` is the first member. `SHA256SUMS`, in the format of sha256sum,
 * is the last one, and its signature, `SIGNATURE`, follows if the secret was known. The data of a table is
 * PostgreSQL's COPY text, cut at any byte into members that are numbered from 1.
 */
export const MANIFEST_MEMBER = 'manifest.json';
export const SUMS_MEMBER = 'SHA256SUMS';
export const SIGNATURE_MEMBER = 'SIGNATURE';
export const SECRET_MEMBER = 'secret.key';
/** In the backup of one market of several. */
export const MARKET_MEMBER = 'market.json';

export const tableMember = (table: string, part: number): string => `tables/${table}/${part}`;
export const jobsMember = (part: number): string => `jobs/${part}`;
/** The path prefix of stored files in an archive. They belong to photos. */
export const OBJECT_PREFIX = 'photos/';

/** The version of the archive's layout, not of the product. */
export const FORMAT_VERSION = 2;

const migration = z.object({ createdAt: z.number(), hash: z.string() });

const manifestSchema = z.object({
  format: z.number().int(),
  productVersion: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  postgresqlMajor: z.number().int(),
  migrations: z.array(migration),
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number().int().nonnegative() }),
  ),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  jobs: z.number().int().nonnegative(),
  /** Stored files of photos; the archive lacks those that were deleted while it was written. */
  objects: z.number().int().nonnegative(),
});

export type BackupManifest = z.infer<typeof manifestSchema>;

const marketSchema = z.object({
  number: z.number().int().positive(),
  name: z.string(),
  /** The main one first. */
  hosts: z.array(z.string()),
  /** By the names of `.env.example`, without secrets. */
  settings: z.record(z.string(), z.string()),
});

export type MarketDescription = z.infer<typeof marketSchema>;

/** The message is for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Throws BackupError for what is no manifest, or one of a later format. */
export function parseManifest(content: Buffer): BackupManifest {
  const value = parseJson(content);
  const format = (value as { format?: unknown } | null)?.format;
  if (typeof format === 'number' && format > FORMAT_VERSION)
    throw new BackupError(
      'This backup was made by a later version of BookSwap. Restore it with that version.',
    );
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success) throw new BackupError('This file is not a backup of BookSwap, or it is damaged.');
  return parsed.data;
}

/** Throws BackupError. */
export function parseMarket(content: Buffer): MarketDescription {
  const parsed = marketSchema.safeParse(parseJson(content));
  if (!parsed.success) throw new BackupError(`The backup is damaged: ${MARKET_MEMBER} is not valid.`);
  return parsed.data;
}

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    return null;
  }
}
