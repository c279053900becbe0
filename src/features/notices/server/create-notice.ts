import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { findMailbox, hashMailbox } from '#features/accounts/server/public.ts';
import { spendMailboxUse, spendPace } from '#features/accounts/server/budgets/public.ts';
import { users } from '#features/accounts/server/table.ts';
import { secondsToNextDay } from '#features/accounts/budget-rules.ts';
import { recordAdminAction } from '#features/audit/server/public.ts';
import { addToCase, caseChanged } from '#features/moderation/server/public.ts';
import { cases } from '#features/moderation/server/table.ts';
import { createKeyedLock } from '#platform/server/database/advisory-lock.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { Caller } from '#platform/server/caller.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { newId } from '#platform/server/new-id.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { textToken } from '#platform/shared/texts/t.ts';
import { toCampusPath } from '../campus-path.ts';
import { type newNotice, noticeProblem, type Receipt } from '../contract.ts';
import {
  CAMPUS_PATH,
  MAX_LINKS_OF_CONFIRMED_MAILBOX,
  MAX_LINKS_OF_MAILBOX,
  MAX_NOTICES_OF_MAILBOX,
  MAX_OPEN_PAGE_CASES,
  noticeRateLimit,
} from '../rules.ts';
import { findNoticeTarget, type NoticeTarget } from './find-notice-target.ts';
import { createConfirmationEmail, createReceiptEmail } from './notice-emails.ts';
import { notices } from './table.ts';
import { toReceipt } from './to-receipt.ts';

export type NoticesContext = Pick<
  ServerContext,
  'database' | 'clock' | 'limits' | 'mailer' | 'events' | 'secrets' | 'publicUrl' | 'localeOf'
>;

/** Equal notices run one at a time, so that a second tap finds the first. */
const lockPath = createKeyedLock('notices of');

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

type Notifier = { actor: Pick<Actor, 'id'> | null; caller: Pick<Caller, 'ip' | 'language'> };
type Input = z.output<typeof newNotice>;
type Work = { tx: Transaction; now: Date; notifier: Notifier; input: Input };

/**
 * Stores a notice in the case of its object, and mails its notifier a link, or to a user's own verified email the
 * receipt. Throws 'foreign-address', 'notifier-required', 'too-many-requests'.
 */
export async function createNotice(
  context: NoticesContext & { hostNames: readonly string[] },
  notifier: Notifier,
  input: Input,
): Promise<Receipt> {
  const { database, clock, events, publicUrl, hostNames } = context;
  throwIfNameless(input);
  const path = toCampusPath(input.url, { publicUrl, hosts: hostNames });
  if (path === null)
    throw noticeProblem('foreign-address', {
      errors: [{ path: 'url', text: textToken('notices.problem.foreign-address') }],
    });
  const now = clock.now();
  const { receipt, caseId } = await database.transaction(async (tx) => {
    await lockPath(tx, path);
    const work = { tx, now, notifier, input };
    const known = await findEqual(work, path);
    const found = await findNoticeTarget(tx, path);
    if (known !== undefined) return { receipt: toReceipt(known, found.title), caseId: null };
    await spendLimits(context, work);
    const written = await writeNotice(context, work, { ...found, path });
    return { receipt: toReceipt(written, found.title), caseId: written.caseId };
  });
  if (caseId !== null) events.publish(caseChanged, { caseId });
  return receipt;
}

function throwIfNameless({ endangersChild, name, email }: Input): void {
  if (endangersChild) return;
  const errors = [
    ...(name === undefined ? [{ path: 'name', text: textToken('notices.form.name-required') }] : []),
    ...(email === undefined ? [{ path: 'email', text: textToken('notices.form.email-required') }] : []),
  ];
  if (errors.length > 0) throw noticeProblem('notifier-required', { errors });
}

/** A second tap, or a retry after a lost response. Before any limit is spent, so it reads the notices of a day alone. */
async function findEqual({ tx, now, input, notifier: { actor } }: Work, path: string) {
  const { userId, email, name, reason, endangersChild, erasedAt, createdAt } = notices;
  const [known] = await tx
    .select()
    .from(notices)
    .where(
      and(
        eq(notices.path, path),
        actor === null ? isNull(userId) : eq(userId, actor.id),
        input.email === undefined ? isNull(email) : eq(email, input.email),
        input.name === undefined ? isNull(name) : eq(name, input.name),
        eq(reason, input.reason),
        eq(endangersChild, input.endangersChild),
        // The words of the partial index.
        isNull(erasedAt),
        gt(createdAt, new Date(now.getTime() - DAY_MS)),
      ),
    )
    .limit(1);
  return known;
}

/** What is used stays used: nobody can delete a notice, and a user's use stays with the mailbox. */
async function spendLimits(
  { limits, secrets }: NoticesContext,
  { tx, now, input: { email }, notifier: { actor, caller } }: Work,
): Promise<void> {
  if (actor !== null) return spendPace(tx, { userId: actor.id, limit: noticeRateLimit.user, now });
  await limits.consumeForIp(noticeRateLimit.network, caller.ip);
  await limits.consume(noticeRateLimit.market, 'visitors');
  if (email === undefined) return;
  const owner = ownerOf(secrets, await findMailbox(tx, email));
  const use = { owner, kind: 'notices', max: MAX_NOTICES_OF_MAILBOX, now };
  if (!(await spendMailboxUse(tx, use)))
    throw commonProblem('too-many-requests', { retryAfter: secondsToNextDay(now) });
}

const ownerOf = (secrets: NoticesContext['secrets'], mailbox: string) =>
  `notices ${hashMailbox(secrets, 'notices', mailbox)}`;

async function writeNotice(
  context: NoticesContext,
  work: Work,
  { path, ...found }: NoticeTarget & { path: string },
): Promise<typeof notices.$inferSelect> {
  const { tx, now, input, notifier } = work;
  const { target, userId } = await boundPageCases(tx, found);
  const { caseId } = await addToCase(tx, { target, userId, kind: 'notice-received', now });
  // Of visitors alone: the flood of a seller about their own listing would keep everyone from it.
  if (notifier.actor === null) await context.limits.consume(noticeRateLimit.target, caseId);
  const { name = null, email = null, reason, endangersChild } = input;
  const isOwn = email !== null && (await isOwnEmail(tx, notifier.actor, email));
  const token = email === null || isOwn ? null : randomBytes(32).toString('base64url');
  const [written] = await tx
    .insert(notices)
    .values({
      id: newId(now),
      caseId,
      userId: notifier.actor?.id ?? null,
      path,
      reason,
      name,
      email,
      language: notifier.caller.language,
      endangersChild,
      tokenHash: token && hashToken(token),
      confirmedAt: isOwn ? now : null,
      createdAt: now,
    })
    .returning();
  await recordAdminAction(tx, {
    actorId: null,
    action: 'notice-received',
    target,
    details: { reason: 'illegal-content', caseId },
    now,
  });
  if (email === null) return written!;
  const notice = { ...written!, email };
  if (token === null) await context.mailer.send(tx, createReceiptEmail(context, notice));
  else if (await mayMailLink(context, tx, email, now))
    await context.mailer.send(tx, createConfirmationEmail(context, notice, token));
  return written!;
}

/** Paths can be made up: beyond a number of open cases about pages, further ones are about the campus. */
async function boundPageCases(
  tx: Transaction,
  found: NoticeTarget,
): Promise<Pick<NoticeTarget, 'target' | 'userId'>> {
  const { target } = found;
  if (target.kind !== 'page' || target.id === CAMPUS_PATH) return found;
  const isOpenPage = and(eq(cases.targetKind, 'page'), ne(cases.state, 'closed'));
  const { rows } = await tx.execute<{ isKnown: boolean; open: number }>(sql`
    SELECT coalesce(bool_or(${cases.targetId} = ${target.id}), false) AS "isKnown", count(*)::int AS open
    FROM ${cases} WHERE ${isOpenPage}`);
  const { isKnown, open } = rows[0]!;
  return isKnown || open < MAX_OPEN_PAGE_CASES
    ? found
    : { target: { kind: 'page', id: CAMPUS_PATH }, userId: null };
}

async function isOwnEmail(tx: Transaction, actor: Pick<Actor, 'id'> | null, email: string): Promise<boolean> {
  if (actor === null) return false;
  const isOwn = and(eq(users.id, actor.id), eq(users.emailVerified, true), eq(users.email, email));
  return (await tx.$count(users, isOwn)) > 0;
}

/** A mailbox whose owner has opened a link before may get a few a day, any other one. */
async function mayMailLink(
  { secrets }: NoticesContext,
  tx: Transaction,
  email: string,
  now: Date,
): Promise<boolean> {
  const isConfirmed = and(eq(notices.email, email), isNotNull(notices.confirmedAt));
  const isKnown = (await tx.$count(notices, isConfirmed)) > 0;
  const max = isKnown ? MAX_LINKS_OF_CONFIRMED_MAILBOX : MAX_LINKS_OF_MAILBOX;
  const owner = ownerOf(secrets, await findMailbox(tx, email));
  return spendMailboxUse(tx, { owner, kind: 'notice links', max, now });
}
