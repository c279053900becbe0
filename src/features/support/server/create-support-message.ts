import { and, eq, gt, isNull } from 'drizzle-orm';
import { localeOfUser } from '#features/accounts/language-of-user.ts';
import { findMailbox } from '#features/accounts/server/public.ts';
import { spendPace } from '#features/accounts/server/budgets/public.ts';
import { users } from '#features/accounts/server/table.ts';
import { createKeyedLock } from '#platform/server/database/advisory-lock.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { newId } from '#platform/server/new-id.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { Locale } from '#platform/shared/texts/locale.ts';
import type { Language } from '#platform/shared/texts/languages.ts';
import { commonProblem, type HttpProblem } from '#platform/shared/problem.ts';
import { textsIn, textToken } from '#platform/shared/texts/t.ts';
import type { ContactInput } from '../contract.ts';
import { supportRateLimit } from '../rules.ts';
import { createAdminEmail } from './support-emails.ts';
import { supportMessages } from './table.ts';

const lockSupportMessages = createKeyedLock('support');

type Context = Pick<ServerContext, 'database' | 'clock' | 'limits' | 'mailer' | 'publicUrl' | 'localeOf'> & {
  /** The recipients of the email about a message. */
  adminEmails: readonly string[];
};

/**
 * Stores a message and emails it to the administrators, if SMTP is configured; a copy in the outbox folder
 * would only spread the data. An identical message is a second click or a retry after a lost response, and is
 * stored once; with another address it is a correction and is stored, or the answer would go to the wrong
 * address. Throws 'too-many-requests'.
 */
export async function createSupportMessage(
  context: Context,
  { actor, language }: { actor: Actor | null; language: Language },
  { name, email, subject, message }: ContactInput,
): Promise<void> {
  const { database, clock, mailer, publicUrl, adminEmails } = context;
  const now = clock.now();
  await database.transaction(async (tx) => {
    // Anybody can enter any address: signed-out messages must not use up the limit of the address's owner.
    const mine =
      actor === null
        ? and(isNull(supportMessages.userId), eq(supportMessages.email, email))
        : eq(supportMessages.userId, actor.id);
    await lockSupportMessages(tx, actor?.id ?? email);
    const recent = and(
      mine,
      gt(supportMessages.createdAt, new Date(now.getTime() - supportRateLimit.user.durationMs)),
    );
    const same = and(
      recent,
      eq(supportMessages.email, email),
      eq(supportMessages.subject, subject),
      eq(supportMessages.message, message),
    );
    const [known] = await tx.select({ id: supportMessages.id }).from(supportMessages).where(same).limit(1);
    if (known !== undefined) return;
    await spendLimit(context, tx, { actor, email, now });
    const written = { userId: actor?.id ?? null, name, email, subject, message, language };
    await tx.insert(supportMessages).values({ id: newId(now), ...written, createdAt: now });
    if (mailer.kind !== 'smtp') return;
    for (const to of adminEmails) {
      const text = textsIn(await localeOfEmail(context, tx, to));
      await mailer.send(tx, createAdminEmail(to, written, { publicUrl, text }));
    }
  });
}

/** The market's first language for an administrator who has not signed up yet. */
async function localeOfEmail(
  { localeOf }: Pick<Context, 'localeOf'>,
  tx: Transaction,
  email: string,
): Promise<Locale> {
  const { language, seenLanguage } = users;
  const isAddress = eq(users.email, email.trim().toLowerCase());
  const [user] = await tx.select({ language, seenLanguage }).from(users).where(isAddress);
  return user === undefined ? localeOf() : localeOfUser(user, localeOf);
}

/**
 * Deleting the account, and with it the messages, gives nothing back: a signed-in user's limit stays with the
 * mailbox, and that of visitors counts the address in all its spellings.
 */
async function spendLimit(
  { limits }: Pick<Context, 'limits'>,
  tx: Transaction,
  { actor, email, now }: { actor: Actor | null; email: string; now: Date },
): Promise<void> {
  const limit = supportRateLimit.user;
  if (actor !== null) return spendPace(tx, { userId: actor.id, limit, now }, tooManyMessages);
  await limits.consume(limit, await findMailbox(tx, email)).catch((error: HttpProblem) => {
    throw tooManyMessages(error);
  });
}

const tooManyMessages = ({ retryAfter }: Pick<HttpProblem, 'retryAfter'>) =>
  commonProblem('too-many-requests', {
    text: textToken('support.problem.too-many-requests.messages'),
    ...(retryAfter !== undefined && { retryAfter }),
  });

type SupportMessageSeed = {
  /** Null for a visitor. */
  userId: string | null;
  name: string;
  email: string;
  subject: string;
  message: string;
  at: Date;
};

/** Writes an open message to support of the demo campus. No email is sent. */
export async function seedSupportMessage(
  tx: Transaction,
  { at, ...message }: SupportMessageSeed,
): Promise<void> {
  await tx.insert(supportMessages).values({ id: newId(at), ...message, createdAt: at });
}
