import { and, eq, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import type { StaffRole } from '#platform/shared/team/staff-roles.ts';
import type { LanguagesOfUser } from '../../language-of-user.ts';
import { users } from '../table.ts';

type Reader = Pick<Database['orm'], 'select'>;

/** The roles of a stored user, 'admin' first. */
export const toRoles = ({
  isAdmin,
  staffRoles,
}: {
  isAdmin: boolean;
  staffRoles: StaffRole[];
}): StaffRole[] => (isAdmin ? ['admin', ...staffRoles] : staffRoles);

/** Has the role, or is an admin, with a verified email and no running pause. */
const servesAs = (role: StaffRole, now: Date): SQL | undefined =>
  and(
    // The words of the partial index: there are few members among many users.
    sql`(${users.isAdmin} or ${users.staffRoles} <> '{}')`,
    role === 'admin' ? users.isAdmin : or(users.isAdmin, sql`${users.staffRoles} @> array[${role}]::text[]`),
    users.emailVerified,
    or(isNull(users.pausedUntil), lte(users.pausedUntil, now)),
  );

/** Whether a user was made an admin here, by an operator or another admin. */
export async function hasAdmin(tx: Reader): Promise<boolean> {
  const found = await tx.select({ id: users.id }).from(users).where(eq(users.isAdmin, true)).limit(1);
  return found.length === 1;
}

export type StaffMember = LanguagesOfUser & { id: string; name: string; email: string };

/** The users who can act in the role now, for mails only: a moderator is never shown an email. */
export function listStaff(orm: Reader, role: StaffRole, now: Date): Promise<StaffMember[]> {
  const { id, name, email, language, seenLanguage } = users;
  return orm
    .select({ id, name, email, language, seenLanguage })
    .from(users)
    .where(servesAs(role, now))
    .orderBy(users.id);
}

/** The stored roles of users, whether or not a passkey was used; none of those who are deleted. */
export async function findRolesOfUsers(
  tx: Reader,
  userIds: readonly string[],
): Promise<Map<string, StaffRole[]>> {
  const { id, isAdmin, staffRoles } = users;
  const found = await tx
    .select({ id, isAdmin, staffRoles })
    .from(users)
    .where(inArray(id, [...userIds]));
  return new Map(found.map((row) => [row.id, toRoles(row)]));
}
