import { eq, sql } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import { users } from './table.ts';

/**
 * Makes the person with this e-mail an administrator for good, whatever their token says; also when nobody has proven that the
 * e-mail is theirs, which whoever grants is to be told. null: there is no such person.
 */
export async function grantAdmin(
  database: Database,
  email: string,
): Promise<{ emailVerified: boolean } | null> {
  const [granted] = await database.orm
    .update(users)
    .set({ isAdmin: true, adminGranted: true })
    .where(eq(sql`lower(${users.email})`, email.trim().toLowerCase()))
    .returning({ emailVerified: users.emailVerified });
  return granted ?? null;
}
