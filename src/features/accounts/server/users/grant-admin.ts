import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { users } from '../table.ts';

/**
 * Makes the user with this email an administrator, also against their token. Null if there is no such user.
 * The email may be unverified: the caller tells the operator.
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
