import { eq } from 'drizzle-orm';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { type Transaction, databaseErrorCode, UNIQUE_VIOLATION } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import type { Language } from '#platform/shared/texts/languages.ts';
import { type CurrentUser, accountProblem } from '../../contract.ts';
import { profileChanged, userChanged } from '../account-events.ts';
import { EMBEDDED_ISSUER } from '../issuers.ts';
import { withVerifiedEmail } from './find-actor.ts';
import { toCurrentUser } from '../users/to-current-user.ts';
import { users } from '../table.ts';
import { enterMailbox, leaveMailbox, releaseUnverifiedEmail } from '../users/enter-mailbox.ts';
import type { FindUniversity } from '../universities/find-university.ts';
import { studentBadge } from '../universities/student-badge.ts';
import type { VerifiedToken } from './verify-token.ts';

/** Sent by the browser. The name adds to the token; the email must match it. */
type SyncBody = { email?: string | null | undefined; name?: string | null | undefined };

/** `language`: of the request. */
type SyncRequest = { token: VerifiedToken; language: Language };

type Context = Pick<ServerContext, 'database' | 'clock' | 'events' | 'secrets'> & {
  findUniversity: FindUniversity;
};
type StoredUser = typeof users.$inferSelect;

/** The columns of public data. */
const shown: ReadonlySet<string> = new Set(['name', 'profileImage', 'university', 'studentUniversity']);

/**
 * Updates the stored user from the token: the email always, name and image until the user edits them. Throws
 * 'user-mismatch', 'invalid-token' if the user is deleted, and 'email-linked-to-other-account' or 'email-banned'
 * for an email that is new or newly verified.
 */
export async function syncUser(
  context: Context,
  actor: Actor,
  { token, language }: SyncRequest,
  body: SyncBody,
): Promise<CurrentUser> {
  if (body.email && body.email.normalize('NFC').trim().toLowerCase() !== token.email)
    throw commonProblem('user-mismatch');
  const { database, events } = context;
  const stored = await database
    .transaction(async (tx) => {
      const { user, changed } = await bringUpToDate(tx, context, actor, { token, language }, body);
      if (changed.length > 0) events.publish(userChanged, { userId: user.id });
      if (changed.some((column) => shown.has(column))) events.publish(profileChanged, { userId: user.id });
      return user;
    })
    .catch(throwEmailLinked);
  return toCurrentUser(stored, context.findUniversity, actor);
}

async function bringUpToDate(
  tx: Transaction,
  context: Context,
  actor: Actor,
  { token, language }: SyncRequest,
  body: SyncBody,
) {
  const now = context.clock.now();
  const [user] = await tx.select().from(users).where(eq(users.id, actor.id)).for('update');
  if (user === undefined) throw commonProblem('invalid-token');
  const changes = changesOf(user, context, token, body);
  const seen = seenLanguageOf(user, language, now);
  if (Object.keys({ ...changes, ...seen }).length === 0) return { user, changed: [] };
  if (changes.email !== undefined) await releaseUnverifiedEmail(tx, context, token, now);
  const [updated] = await tx
    .update(users)
    .set({ ...changes, ...seen })
    .where(eq(users.id, actor.id))
    .returning();
  if (updated!.mailbox !== user.mailbox) await leaveMailbox(tx, context, user, now);
  if (changes.email !== undefined || changes.emailVerified === true)
    await enterMailbox(tx, context, updated!, now);
  return { user: updated!, changed: Object.keys(changes) };
}

/** Written at most once a day: the devices of a user may differ. Nobody is told of it. */
function seenLanguageOf(
  { seenLanguage, seenLanguageAt }: StoredUser,
  language: Language,
  now: Date,
): Partial<StoredUser> {
  const isRecent = seenLanguageAt !== null && now.getTime() - seenLanguageAt.getTime() < DAY_MS;
  return seenLanguage === language || isRecent ? {} : { seenLanguage: language, seenLanguageAt: now };
}

function changesOf(
  user: StoredUser,
  { findUniversity, clock }: Context,
  token: VerifiedToken,
  body: SyncBody,
): Partial<StoredUser> {
  const { email, emailVerified } = withVerifiedEmail(token, user);
  const isNew = isNewVerification(user, token);
  const wanted = {
    email,
    emailVerified,
    ...studentBadge(findUniversity, { email, emailVerified, isNew }, clock.now(), user),
    ...(user.profileEditedAt === null && { name: body.name || token.name, profileImage: token.picture }),
  };
  const differs = ([column, value]: [string, unknown]) => user[column as keyof StoredUser] !== value;
  return Object.fromEntries(Object.entries(wanted).filter(differs));
}

/**
 * Whether the token tells of a new verification. A new email of the embedded provider was verified by a link.
 * Others repeat 'verified' for years: only an email that was unverified here until now has just been verified.
 */
const isNewVerification = (user: StoredUser, { issuer, email, emailVerified }: VerifiedToken): boolean =>
  issuer === EMBEDDED_ISSUER
    ? email !== user.email
    : email === user.email && emailVerified && !user.emailVerified;

function throwEmailLinked(error: unknown): never {
  throw databaseErrorCode(error) === UNIQUE_VIOLATION
    ? accountProblem('email-linked-to-other-account', { cause: error })
    : error;
}
