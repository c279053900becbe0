import { desc, inArray, lt } from 'drizzle-orm';
import { z } from 'zod';
import { users } from '#features/accounts/server/table.ts';
import type { Database } from '#platform/server/database/database.ts';
import { decodeCursor, encodeCursor, type Paging, rowsForPage, toPage } from '#platform/server/keyset.ts';
import type { Page } from '#platform/shared/define-endpoints.ts';
import type { AuditEntry } from '../contract.ts';
import { auditEntries } from './table.ts';

/** Entries are numbered in order of writing, so the number alone is the cursor. */
const before = z.strictObject({ before: z.int().min(1) });

/** One page of the log, the newest first, with the current names of users. */
export async function listAuditEntries(
  database: Database,
  { limit, cursor }: Paging,
): Promise<Page<AuditEntry>> {
  const start = cursor === undefined ? undefined : decodeCursor(cursor, before).before;
  const rows = await database.orm
    .select()
    .from(auditEntries)
    .where(start === undefined ? undefined : lt(auditEntries.id, start))
    .orderBy(desc(auditEntries.id))
    .limit(rowsForPage(limit));
  const page = toPage(rows, limit, (last) => encodeCursor({ before: last.id }));
  const findUser = await createUserLookup(
    database,
    page.items.flatMap((row) => [row.actorId, userIdOfTarget(row)]),
  );
  return {
    items: page.items.map(({ actorId, at, ...entry }) => ({
      ...entry,
      actor: findUser(actorId),
      person: findUser(userIdOfTarget(entry)),
      at: at.toISOString(),
    })),
    next: page.next,
  };
}

/** The user an entry is about: the user acted on, or the user who listed or is responsible for its object. */
function userIdOfTarget({
  targetKind,
  targetId,
  details,
}: Pick<AuditEntry, 'targetKind' | 'targetId' | 'details'>): string | null {
  if (targetKind === 'user') return targetId;
  const id = details['userId'] ?? details['seller'];
  return typeof id === 'string' ? id : null;
}

async function createUserLookup({ orm }: Database, ids: readonly (string | null)[]) {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const found = await orm
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, wanted));
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return (id: string | null) => (id === null ? null : { id, name: names.get(id) ?? null });
}
