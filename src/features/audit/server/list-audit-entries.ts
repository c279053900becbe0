import { desc, eq, lt } from 'drizzle-orm';
import { z } from 'zod';
import { users } from '#features/accounts/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import { decodeCursor, encodeCursor } from '#platform/server/keyset.ts';
import type { Page } from '#platform/shared/contract.ts';
import type { AuditEntry } from '../contract.ts';
import { auditEntries } from './table.ts';

/** Entries are counted as they are written, so their number alone is where a page starts. */
const before = z.strictObject({ before: z.int().min(1) });

/** One page of the log, the newest first, with the actors as they are called now. */
export async function listAuditEntries(
  database: Database,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<AuditEntry>> {
  const start = cursor === undefined ? undefined : decodeCursor(cursor, before).before;
  const rows = await database.orm
    .select({ entry: auditEntries, actorName: users.name })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.actorId))
    .where(start === undefined ? undefined : lt(auditEntries.id, start))
    .orderBy(desc(auditEntries.id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map(({ entry: { actorId, at, ...entry }, actorName }) => ({
      ...entry,
      actor: actorId === null ? null : { id: actorId, name: actorName },
      at: at.toISOString(),
    })),
    next: last === undefined ? null : encodeCursor({ before: last.entry.id }),
  };
}
