import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import { users } from '../../table.ts';
import { EMBEDDED_ISSUER } from '../embedded-issuer.ts';
import { identitySessions } from '../table.ts';

/** The sessions of a user for the export of their data, without tokens. */
export const exportSessions = ({ orm }: Database, userId: string) =>
  orm
    .select({
      device: identitySessions.userAgent,
      signedInAt: identitySessions.createdAt,
      lastUsedAt: identitySessions.updatedAt,
    })
    .from(identitySessions)
    .innerJoin(users, sql`${users.subject} = ${identitySessions.userId}::text`)
    .where(and(eq(users.id, userId), eq(users.issuer, EMBEDDED_ISSUER)))
    .orderBy(asc(identitySessions.createdAt), asc(identitySessions.id));
