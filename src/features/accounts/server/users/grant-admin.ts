import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { users } from '../table.ts';

/**
 * Makes the person with this e-mail an administrator for good, whatever their token says; also when nobody has proven that the
 * e-mail is theirs, which whoever grants is to be told. null: there is no such person.
 */
export async function grantAdmin(
  tx: Transaction,
  email: string,
): Promise<{ id: string; emailVerified: boolean } | null> {
  const [granted] = await tx
    .update(users)
    .set({ isAdmin: true, adminGranted: true })
    .where(eq(sql`lower(${users.email})`, email.trim().toLowerCase()))
    .returning({ id: users.id, emailVerified: users.emailVerified });
  return granted ?? null;
}
