import { eq, sql } from 'drizzle-orm';
import { toQueueGroups } from '#platform/server/http/ip-network.ts';
import type { Language } from '#platform/shared/texts/languages.ts';
import type { Caller } from '#platform/server/caller.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { accountProblem } from '../../../contract.ts';
import { DEFAULT_USER_NAME } from '../../../default-user-name.ts';
import { findMailbox } from '../../mailboxes.ts';
import { revokeSessions, lockUserOfIdentity, publishEmailVerified } from '../sessions/revoke-sessions.ts';
import { transferAccount, lockIfUnverified } from '../email-links/transfer-account.ts';
import { findLocaleOfMail } from '../find-languages.ts';
import type { AccountContext } from '../identity-context.ts';
import { deleteAllPasskeys } from '../passkeys/own-passkeys.ts';
import { savePasswordHash } from './password-hashes.ts';
import { keyOfStranger } from './password-queue-key.ts';
import { throwIfWeakPassword } from '../weak-passwords/throw-if-weak-password.ts';
import { attemptsAt } from '../rate-limits/attempt-limits.ts';
import type { Attempt, AttemptCounter } from '../rate-limits/limit-attempts.ts';
import { deleteLinkTokens, getLinkToken, createLinkToken } from '../email-links/email-links.ts';
import { identityUsers } from '../../table.ts';

/** Rolls back the work for an email without an account. */
class NoAccountError extends Error {}

type ResetSender = {
  ip: string;
  device: string | undefined;
  language: Language;
};

/**
 * Counts a request for a reset link. Undefined if the mailbox has a link of the last minutes: a refusal would let
 * strangers keep the owner from recovery. Throws 'too-many-requests' for a network with many accounts.
 */
async function countReset(
  attempts: AttemptCounter,
  email: string,
  { ip, device }: Pick<ResetSender, 'ip' | 'device'>,
): Promise<Attempt | undefined> {
  const slowly = () => attempts.tryBegin(['slowResets'], { email });
  if (device !== undefined)
    return (await attempts.tryBegin(attemptsAt.resetOfDevice, { email, device })) ?? slowly();
  if ((await attempts.tryBegin(['resetsAtNetwork'], { email, ip })) === undefined) return slowly();
  await attempts.begin(['mailOfNetwork'], { ip });
  return (await attempts.tryBegin(['resets'], { email })) ?? slowly();
}

type MailboxState = { accounts: number; mailbox: string; is_owner: boolean; is_known: boolean };

/**
 * Whether the mailbox may get another link. Its unverified spellings, of which strangers create any number, share
 * what one mailbox may get in equal parts, at least one each. The plain spelling and verified accounts are the
 * owner's and have as many together. The work is the same for all emails, and one without an account uses up
 * nothing.
 */
async function isWithinMailbox({ database, attempts }: AccountContext, email: string): Promise<boolean> {
  const { rows } = await database.orm.execute<MailboxState>(sql`SELECT
      count(*)::int AS accounts, mailbox_of(${email}) AS mailbox, coalesce(bool_or(email = ${email}), false) AS is_known,
      coalesce(bool_or(email_verified AND email = ${email}), false) OR mailbox_of(${email}) = ${email} AS is_owner
    FROM ${identityUsers} WHERE mailbox_of(email) = mailbox_of(${email})`);
  const { accounts, mailbox, is_owner: isOwner, is_known: isKnown } = rows[0]!;
  const share = isOwner ? 1 : 1 / Math.max(1, accounts);
  const attempt = await attempts.tryBegin(['resetsOfSpelling'], { email }, share);
  if (attempt === undefined) return false;
  const ofMailbox = isOwner ? mailbox : `unverified ${mailbox}`;
  const owner = isKnown ? ofMailbox : `no account ${email}`;
  if ((await attempts.tryBegin(['resetsOfMailbox'], { owner })) !== undefined) return true;
  await attempt.giveBack();
  return false;
}

/**
 * Emails the link to choose a new password if the email has an account, unless it has received enough. Without an
 * account the same work is done and rolled back: response and time do not tell. Throws 'too-many-requests'.
 */
export async function sendPasswordResetEmail(
  context: AccountContext,
  email: string,
  sender: ResetSender,
): Promise<void> {
  const { database, attempts, emails, clock, mailer } = context;
  const attempt = await countReset(attempts, email, sender);
  if (attempt === undefined) return;
  if (!(await isWithinMailbox(context, email))) {
    await attempt.giveBack();
    return;
  }
  await database
    .transaction(async (tx) => {
      const now = clock.now();
      const [identity] = await tx
        .select({ id: identityUsers.id, emailVerified: identityUsers.emailVerified })
        .from(identityUsers)
        .where(eq(identityUsers.email, email));
      const isUnverified = identity?.emailVerified === false;
      const locale = await findLocaleOfMail(
        { ...context, orm: tx },
        isUnverified ? undefined : identity?.id,
        sender.language,
      );
      const userId = identity?.id ?? (await anyIdentity(tx));
      const token =
        userId === undefined
          ? ''
          : await createLinkToken(tx, 'reset-password', { userId, email, language: sender.language }, now);
      await mailer.send(tx, emails.reset({ id: identity?.id, email, locale }, token, { isUnverified }));
      if (identity === undefined) throw new NoAccountError();
    })
    .catch(async (error: unknown) => {
      if (error instanceof NoAccountError) return;
      // Nobody has to wait for the next email if none was sent.
      await attempt.giveBack();
      throw error;
    });
}

async function anyIdentity(tx: Transaction): Promise<string | undefined> {
  const [any] = await tx.select({ id: identityUsers.id }).from(identityUsers).limit(1);
  return any?.id;
}

/** Called for a sign-up with a taken email: tells the owner of an unverified one how to claim the account. */
export async function sendAccountClaimEmail(
  context: AccountContext,
  email: string,
  { ip, language }: Pick<Caller, 'ip' | 'language'>,
): Promise<void> {
  const { database, attempts, emails, clock, mailer } = context;
  const [identity] = await database.orm
    .select({ id: identityUsers.id, emailVerified: identityUsers.emailVerified })
    .from(identityUsers)
    .where(eq(identityUsers.email, email));
  if (identity === undefined || identity.emailVerified) return;
  const mailbox = await findMailbox(database.orm, email);
  await attempts.begin(attemptsAt.claimMail, { email, ip, mailbox, sender: toQueueGroups(ip)[0]! });
  await database.transaction(async (tx) => {
    const link = { userId: identity.id, email, language };
    const token = await createLinkToken(tx, 'reset-password', link, clock.now());
    await mailer.send(
      tx,
      emails.claim({ id: identity.id, email, locale: context.localeOf(language) }, token),
    );
  });
}

/**
 * Sets a new password by an emailed link, which also verifies the email. Revokes all sessions and deletes all
 * passkeys, and of an unverified email all other credentials: they may be a stranger's. Returns the email. Throws
 * 'link-expired', 'invalid-request' for a weak password, 'email-banned' and 'sign-in-busy'.
 */
export async function resetPassword(
  context: AccountContext,
  { token, newPassword }: { token: string; newPassword: string },
  { ip, isKnownDevice }: { ip: string; isKnownDevice: (email: string) => Promise<boolean> },
): Promise<{ email: string; passkeysRemoved: boolean }> {
  const { database, clock, hasher, mailer, emails } = context;
  const { email, userId: ownerId } = await getLinkToken(database.orm, 'reset-password', token, clock.now());
  const [stored] = await database.orm
    .select({ name: identityUsers.name })
    .from(identityUsers)
    .where(eq(identityUsers.id, ownerId));
  const name = stored?.name ?? '';
  throwIfWeakPassword(newPassword, { email, name }, 'newPassword');
  const isKnown = await isKnownDevice(email);
  // Hashing comes before the transaction, or a connection would idle for as long as it takes.
  const hash = await hasher.hash(newPassword, keyOfStranger({ ip, account: email }));
  const { identityId, removed } = await database.transaction(async (tx) => {
    const now = clock.now();
    const { userId, language } = await getLinkToken(tx, 'reset-password', token, now);
    await lockUserOfIdentity(tx, userId);
    if (!(await deleteLinkTokens(tx, 'reset-password', userId))) throw accountProblem('link-expired');
    // The owner's name is unknown, and the stored one may be a stranger's.
    const owner = { email, name: DEFAULT_USER_NAME, picture: null };
    const transfer = { identityId: userId, owner, isKnownDevice: isKnown, now };
    const isUnverified = await lockIfUnverified(tx, userId);
    const removed = await deleteAllPasskeys(tx, userId);
    if (isUnverified) await transferAccount(tx, context, transfer);
    await revokeSessions(tx, { identityId: userId, except: null });
    await savePasswordHash(tx, { identityId: userId, hash, now });
    const locale = await findLocaleOfMail(
      { ...context, orm: tx },
      isUnverified ? undefined : userId,
      language,
    );
    const to = { id: userId, email, locale };
    await mailer.send(tx, emails.passwordChanged(to, { removed, left: 0 }));
    return { identityId: userId, removed };
  });
  await publishEmailVerified(context, identityId);
  return { email, passkeysRemoved: removed > 0 };
}
