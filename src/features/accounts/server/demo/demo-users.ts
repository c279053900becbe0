import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#platform/server/database/database.ts';

const pattern = (emailDomain: string) => `%@${emailDomain}`;

/** Whether there are users, and whether some of them are not of the demo campus. */
export async function findUserKinds(
  database: Database,
  emailDomain: string,
): Promise<{ hasUsers: boolean; hasRealUsers: boolean }> {
  const { rows } = await database.pool.query<{ hasUsers: boolean; hasRealUsers: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM users) AS "hasUsers",
      EXISTS (SELECT 1 FROM users WHERE email NOT LIKE $1) AS "hasRealUsers"`,
    [pattern(emailDomain)],
  );
  return rows[0]!;
}

/** Deletes every user with everything that refers to users, after `findUserKinds` has found no real ones. */
export async function truncateDemoUsers(database: Database): Promise<void> {
  await database.orm.execute(sql`TRUNCATE users, identity_users CASCADE`);
}

/** Takes passwords, sessions and roles from the demo users. Returns their ids. */
export async function lockDemoUsers(tx: Transaction, emailDomain: string): Promise<string[]> {
  const identities = sql`(SELECT id FROM identity_users WHERE email LIKE ${pattern(emailDomain)})`;
  await tx.execute(sql`DELETE FROM identity_accounts WHERE user_id IN ${identities}`);
  await tx.execute(sql`DELETE FROM identity_sessions WHERE user_id IN ${identities}`);
  const { rows } = await tx.execute<{ id: string }>(
    sql`UPDATE users SET is_admin = false, admin_granted = false, staff_roles = '{}', staff_since = null
      WHERE email LIKE ${pattern(emailDomain)} RETURNING id`,
  );
  return rows.map(({ id }) => id);
}
