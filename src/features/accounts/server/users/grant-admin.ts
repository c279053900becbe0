import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { users } from '../table.ts';

/** Makes the user with this email an administrator. The token is not asked. Null if there is none. */
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
