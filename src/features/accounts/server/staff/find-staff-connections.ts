import { sql } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import type { StaffRole } from '#platform/shared/team/staff-roles.ts';
import { EMBEDDED_ISSUER } from '../issuers.ts';
import { identityPasskeys, identitySessions, users } from '../table.ts';
import { toRoles } from './find-staff.ts';

type Row = {
  id: string;
  isAdmin: boolean;
  staffRoles: StaffRole[];
  hasPasskey: boolean;
  sessionIds: string[];
};

/** The identity of an embedded user; null for others. */
const identitySql = sql`CASE WHEN ${users.issuer} = ${EMBEDDED_ISSUER} THEN ${users.subject}::uuid END`;

/**
 * The members of the team. One with passkeys has the roles only in the sessions in which one was used; `sessionIds` is
 * null for all others.
 */
export async function findStaffConnections({
  orm,
}: Pick<Database, 'orm'>): Promise<
  { userId: string; roles: StaffRole[]; sessionIds: ReadonlySet<string> | null }[]
> {
  const { rows } = await orm.execute<Row>(sql`
    SELECT ${users.id} AS id, ${users.isAdmin} AS "isAdmin", ${users.staffRoles} AS "staffRoles",
      EXISTS (SELECT FROM ${identityPasskeys} WHERE ${identityPasskeys.userId} = ${identitySql}) AS "hasPasskey",
      ARRAY(SELECT ${identitySessions.id} FROM ${identitySessions}
        WHERE ${identitySessions.userId} = ${identitySql} AND ${identitySessions.passkeyCheckedAt} IS NOT NULL) AS "sessionIds"
    FROM ${users} WHERE is_admin OR staff_roles <> '{}'`);
  return rows.map(({ id, hasPasskey, sessionIds, ...row }) => ({
    userId: id,
    roles: toRoles(row),
    sessionIds: hasPasskey ? new Set(sessionIds) : null,
  }));
}
