import { and, eq, ne, sql } from 'drizzle-orm';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { newId } from '#platform/server/new-id.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { accountProblem } from '../../contract.ts';
import { userChanged } from '../account-events.ts';
import { CLERK_ISSUER, EMBEDDED_ISSUER, embeddedSessionId } from '../issuers.ts';
import { isUuid } from '#platform/shared/is-uuid.ts';
import { identityPasskeys, identitySessions, identityUsers, deletedIdentities, users } from '../table.ts';
import { toRoles } from '../staff/find-staff.ts';
import { enterMailbox, releaseUnverifiedEmail } from '../users/enter-mailbox.ts';
import type { FindUniversity } from '../universities/find-university.ts';
import { studentBadge } from '../universities/student-badge.ts';
import type { VerifiedToken } from './verify-token.ts';

export type FindActor = (token: VerifiedToken) => Promise<Actor | null>;

type Context = Pick<ServerContext, 'database' | 'clock' | 'events' | 'secrets'> & {
  adminEmails: ReadonlySet<string>;
  findUniversity: FindUniversity;
};

/**
 * The stored user of a verified token, by one indexed statement. The first token creates the user. Null if the user
 * is deleted or the session revoked. Throws 'email-linked-to-other-account' and 'email-banned'.
 */
export function createFindActor(context: Context): FindActor {
  const { database, clock, events, adminEmails } = context;
  const find = database.orm
    .select({
      id: users.id,
      isAdmin: users.isAdmin,
      adminGranted: users.adminGranted,
      staffRoles: users.staffRoles,
      pausedUntil: users.pausedUntil,
      email: users.email,
      emailVerified: users.emailVerified,
      sessionLives: sessionLives.as('session_lives'),
      passkeyCheckedAt: passkeyCheckedAt.as('passkey_checked_at'),
      hasPasskey: hasPasskey.as('has_passkey'),
    })
    .from(users)
    .where(and(eq(users.issuer, sql.placeholder('issuer')), eq(users.subject, sql.placeholder('subject'))))
    .prepare('find_actor');

  return async (token) => {
    const session = embeddedSessionId(token);
    const { issuer, subject } = token;
    const identity = issuer === EMBEDDED_ISSUER && isUuid(subject) ? subject : null;
    const [found] = await find.execute({ issuer, subject, session, identity });
    if (found === undefined) {
      const created = await database.transaction((tx) =>
        create(tx, context, token, isAdminBy(token, adminEmails), clock.now()),
      );
      if (created !== null) events.publish(userChanged, { userId: created.id });
      return created;
    }
    if (token.issuer === EMBEDDED_ISSUER && !found.sessionLives) return null;
    const isAdmin = found.adminGranted || isAdminBy(withVerifiedEmail(token, found), adminEmails);
    if (isAdmin !== found.isAdmin) {
      await database.orm
        .update(users)
        .set({ isAdmin, staffSince: staffSinceSql(isAdmin, clock.now()) })
        .where(and(eq(users.id, found.id), ne(users.isAdmin, isAdmin)));
      events.publish(userChanged, { userId: found.id });
    }
    const { id, hasPasskey, passkeyCheckedAt } = found;
    const roles = toRoles({ ...found, isAdmin });
    const pausedUntil =
      found.pausedUntil !== null && found.pausedUntil > clock.now() ? found.pausedUntil : null;
    if (!hasPasskey) return { id, roles, pausedUntil };
    // A member of the team who has set up a passkey has roles only in sessions in which it was used.
    return {
      id,
      pausedUntil,
      roles: passkeyCheckedAt === null ? [] : roles,
      passkeyCheckedAt,
      rolesWithPasskey: roles,
    };
  };
}

/** Of a user whose right as an admin changes with the settings. */
const staffSinceSql = (isAdmin: boolean, now: Date) =>
  isAdmin
    ? sql`case when ${users.staffRoles} = '{}' then ${now} else ${users.staffSince} end`
    : sql`case when ${users.staffRoles} = '{}' then null else ${users.staffSince} end`;

const passkeyCheckedAt =
  sql<Date | null>`(select ${identitySessions.passkeyCheckedAt} from ${identitySessions} where ${identitySessions.id} = ${sql.placeholder('session')}::uuid)`.mapWith(
    identitySessions.passkeyCheckedAt,
  );

const hasPasskey = sql<boolean>`exists (select from ${identityPasskeys} where ${identityPasskeys.userId} = ${sql.placeholder('identity')}::uuid)`;

/** A revoked session ends its tokens at once, however new. Sessions of other providers are unknown here. */
const sessionLives = sql<boolean>`exists (select from ${identitySessions} where ${identitySessions.id} = ${sql.placeholder('session')}::uuid)`;

/** An embedded user may have verified the email after the token was issued; others are taken at their word. */
export const withVerifiedEmail = (
  token: VerifiedToken,
  stored: { email: string; emailVerified: boolean },
): VerifiedToken => ({
  ...token,
  emailVerified:
    token.emailVerified ||
    (token.issuer === EMBEDDED_ISSUER && stored.emailVerified && stored.email === token.email),
});

/** Whether the token, or a listed email that is verified, makes an admin: a stranger can sign up with any address. */
function isAdminBy(token: VerifiedToken, adminEmails: ReadonlySet<string>): boolean {
  return token.isAdmin || (token.emailVerified && adminEmails.has(token.email));
}

async function create(
  tx: Transaction,
  context: Context,
  token: VerifiedToken,
  isAdmin: boolean,
  now: Date,
): Promise<Actor | null> {
  if (!(await isNotDeleted(tx, token))) return null;
  await releaseUnverifiedEmail(tx, context, token, now);
  const { issuer, subject, email, emailVerified, name, picture } = token;
  const [created] = await tx
    .insert(users)
    .values({
      id: newId(now),
      issuer,
      subject,
      email,
      emailVerified,
      name,
      profileImage: picture,
      ...studentBadge(context.findUniversity, { email, emailVerified, isNew: true }, now),
      isAdmin,
      staffSince: isAdmin ? now : null,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning();
  if (created !== undefined) {
    const pausedUntil = await enterMailbox(tx, context, created, now);
    return { id: created.id, roles: toRoles(created), pausedUntil };
  }
  const [raced] = await tx
    .select({
      id: users.id,
      isAdmin: users.isAdmin,
      staffRoles: users.staffRoles,
      pausedUntil: users.pausedUntil,
    })
    .from(users)
    .where(and(eq(users.issuer, issuer), eq(users.subject, subject)));
  // An account of another identity is never linked by its email: it may belong to another user.
  if (raced === undefined) throw accountProblem('email-linked-to-other-account');
  return { id: raced.id, roles: toRoles(raced), pausedUntil: raced.pausedUntil };
}

/**
 * Tokens outlive a deleted user by minutes, and must not create the user again; Clerk's all, because it issues new
 * ones until it has deleted the user. Nor must one of a revoked session: it may belong to a stranger whose account
 * its owner has claimed.
 */
async function isNotDeleted(tx: Transaction, token: VerifiedToken): Promise<boolean> {
  const { issuer, subject, issuedAt } = token;
  const isOfToken = and(eq(deletedIdentities.issuer, issuer), eq(deletedIdentities.subject, subject));
  const [removed] = await tx.select().from(deletedIdentities).where(isOfToken);
  if (removed !== undefined && (issuer === CLERK_ISSUER || issuedAt <= removed.removedAt)) return false;
  if (issuer !== EMBEDDED_ISSUER) return true;
  // Waits for a concurrent deletion, or makes it wait.
  const isIdentity = sql`${identityUsers.id}::text = ${subject}`;
  const [identity] = await tx.select().from(identityUsers).where(isIdentity).for('key share');
  const session = embeddedSessionId(token);
  if (identity === undefined || session === null) return false;
  // The same for a revocation: a later one finds the user that this creates.
  const isSession = eq(identitySessions.id, session);
  const living = await tx.select().from(identitySessions).where(isSession).for('key share');
  return living.length === 1;
}
