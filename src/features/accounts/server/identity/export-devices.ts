import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import { users } from '../table.ts';
import { embeddedIssuer } from './create-identity.ts';
import { identitySessions } from './table.ts';

/** Where the person is signed in, for the file of their own data; nothing that opens anything. */
export const exportDevices = ({ orm }: Database, personId: string) =>
  orm
    .select({
      device: identitySessions.userAgent,
      signedInAt: identitySessions.createdAt,
      lastUsedAt: identitySessions.updatedAt,
    })
    .from(identitySessions)
    .innerJoin(users, sql`${users.subject} = ${identitySessions.userId}::text`)
    .where(and(eq(users.id, personId), eq(users.issuer, embeddedIssuer)))
    .orderBy(asc(identitySessions.createdAt), asc(identitySessions.id));
