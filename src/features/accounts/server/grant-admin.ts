import { eq, sql } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import { users } from './table.ts';

/** Makes the person with this e-mail an administrator for good, whatever their token says. `false`: there is no such person. */
export async function grantAdmin(database: Database, email: string): Promise<boolean> {
  const granted = await database.orm
    .update(users)
    .set({ isAdmin: true, adminGranted: true })
    .where(eq(sql`lower(${users.email})`, email.trim().toLowerCase()))
    .returning({ id: users.id });
  return granted.length > 0;
}
