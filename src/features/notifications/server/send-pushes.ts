import { createHash } from 'node:crypto';
import { and, eq, lt, lte, type SQL, sql } from 'drizzle-orm';
import { textsIn } from '#platform/shared/texts/t.ts';
import { type LanguagesOfUser, localeOfUser } from '#features/accounts/language-of-user.ts';
import { sessionExists } from '#features/accounts/server/public.ts';
import { LostServiceError } from '#platform/server/jobs/job-queue.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { decidePush, PUSH_MAX_AGE_MS, REQUEUE_AFTER_MS } from '../push-rules.ts';
import { MESSAGE_KIND, NOTIFICATION_TTL_MS } from '../rules.ts';
import { enqueuePush, type PushJob, pushesStored } from './enqueue-notifications.ts';
import type { NotificationKind, NotificationFacts } from './notification-kind.ts';
import type { SendPush } from './push-sender.ts';
import { removeDevices } from './save-push-subscription.ts';
import { notifications, pushSubscriptions } from './table.ts';

export type QueueContext = Pick<ServerContext, 'database' | 'jobs' | 'clock' | 'log' | 'events'> & {
  /** Seconds until the push of a message, while a page may report the message as seen. */
  pushDelaySeconds: number;
};

/** Queues the pushes of each message that this process has written. */
export function queueStoredPushes(context: QueueContext): void {
  context.events.subscribe(pushesStored, ({ userIds, subjectId, seq }) => {
    const { userId, kind } = notifications;
    const isOfMessage = and(sql`${userId} = ANY(${sql.param(userIds)}::uuid[])`, eq(kind, MESSAGE_KIND));
    const isMeant = and(isOfMessage, eq(notifications.subjectId, subjectId), eq(notifications.seq, seq));
    // The rows are stored: the next requeue finds them.
    queuePushes(context, isMeant!).catch((error: unknown) =>
      context.log.warn({ err: error }, 'push notifications of a message could not be queued yet'),
    );
  });
}

/** Queues one job for each device of some notifications whose pushes are not queued yet. */
async function queuePushes({ database, jobs, pushDelaySeconds }: QueueContext, which: SQL): Promise<void> {
  const expiresAt = sql`created_at + ${sql.raw(`interval '${PUSH_MAX_AGE_MS} milliseconds'`)}`;
  await database.transaction(async (tx) => {
    const rows = await tx
      .update(notifications)
      .set({ pushAt: expiresAt })
      .where(and(which, sql`push_at < ${expiresAt}`))
      .returning();
    for (const { userId, kind, subjectId, seq, pushTo } of rows)
      for (const deviceId of pushTo)
        await enqueuePush({ jobs }, tx, { userId, kind, subjectId, seq, deviceId }, pushDelaySeconds);
  });
}

type WaitingPush = LanguagesOfUser & {
  created_at: Date;
  is_seen: boolean;
  is_session_over: boolean;
  count: number | null;
  endpoint: string;
  p256dh: string;
  auth: string;
  facts: NotificationFacts | null;
};

const waitingSql = ({ factsSql }: NotificationKind) => `SELECT n.created_at, n.seen_at IS NOT NULL AS is_seen,
    (n.payload ->> 'count')::int AS count, d.endpoint, d.p256dh, d.auth, to_jsonb(f) AS facts,
    d.language AS "deviceLanguage", u.language, u.seen_language AS "seenLanguage",
    d.session_id IS NOT NULL AND NOT ${sessionExists('d.session_id')} AS is_session_over
  FROM notifications n JOIN push_subscriptions d ON d.id = $6 AND d.user_id = n.user_id AND d.id = ANY(n.push_to)
    JOIN users u ON u.id = n.user_id CROSS JOIN (SELECT $1::timestamptz AS now) clock LEFT JOIN LATERAL (${factsSql}) f ON true
  WHERE n.user_id = $2 AND n.kind = $3 AND n.subject_id = $4 AND n.seq = $5`;

type Context = Pick<ServerContext, 'database' | 'clock' | 'log' | 'localeOf'> & { send: SendPush };

/**
 * Sends one notification to one device if `decidePush` says so. After a crash in between it is sent again,
 * which replaces the first one. Throws if the push service may accept it later.
 */
export async function sendPush(
  context: Context,
  kinds: readonly NotificationKind[],
  job: PushJob,
): Promise<void> {
  const { database, clock } = context;
  const { userId, subjectId, seq, deviceId } = job;
  const kind = kinds.find(({ name }) => name === job.kind);
  if (kind?.push === undefined) throw new Error(`no pushes of the kind ${job.kind} are known`);
  const now = clock.now();
  const { rows } = await database.pool.query<WaitingPush>({
    name: `waiting-push-${kind.name}`,
    text: waitingSql(kind),
    values: [now, userId, kind.name, subjectId, seq, deviceId],
  });
  const [waiting] = rows;
  const decision = waiting === undefined ? 'device removed' : decidePush(waiting, now);
  const result = decision === 'send' ? await deliver(context, kind.push, waiting!) : decision;
  if (result === 'session over' || result === 'device gone')
    await database.transaction((tx) => removeDevices(tx, userId, eq(pushSubscriptions.id, deviceId)));
  const left = sql`array_remove(push_to, ${deviceId}::uuid)`;
  const isLast = sql`${left} = '{}'`;
  await database.orm
    .update(notifications)
    .set({
      pushTo: left,
      pushAt: sql`CASE WHEN NOT ${isLast} THEN push_at END`,
      payload: sql`CASE WHEN ${isLast} THEN ${PAYLOAD_WITHOUT_TEXT} ELSE payload END`,
      pushResult: sql`CASE WHEN push_result = 'sent' THEN push_result ELSE ${result} END`,
      ...(result === 'sent' && { pushedAt: now }),
    })
    .where(
      and(
        eq(notifications.userId, userId),
        eq(notifications.kind, kind.name),
        eq(notifications.subjectId, subjectId),
        eq(notifications.seq, seq),
        sql`${deviceId}::uuid = ANY(push_to)`,
      ),
    );
}

/** The payload once no push waits: a notice that 0.1.0 has written has its text there, which is of users. */
const PAYLOAD_WITHOUT_TEXT = sql`payload - 'title' - 'body'`;

/** Returns the result for `push_result`. */
async function deliver(
  { clock, log, send, localeOf }: Context,
  push: NonNullable<NotificationKind['push']>,
  { endpoint, p256dh, auth, created_at: sentAt, facts, count, ...languages }: WaitingPush,
): Promise<string> {
  const locale = localeOfUser(languages, localeOf);
  const payload = {
    ...push.text(facts as never, count ?? undefined, { locale, text: textsIn(locale) }),
    sentAt: sentAt.toISOString(),
  };
  const { kind, reason } = await send({ endpoint, keys: { p256dh, auth } }, payload, {
    topic: topicOf(payload.path),
    seconds: Math.ceil((sentAt.getTime() + PUSH_MAX_AGE_MS - clock.now().getTime()) / 1000),
  });
  // Logs the host only: the whole address would allow a reader of the log to send to this device.
  const service = new URL(endpoint).host;
  if (kind === 'no response') throw new LostServiceError(`${service} could not be reached: ${reason}`);
  if (kind === 'busy') throw new Error(`${service} could not take a notification: ${reason}`);
  if (kind === 'refused') log.warn({ service, reason }, 'a push service refused a notification');
  return { accepted: 'sent', gone: 'device gone', refused: 'refused by the push service' }[kind];
}

/** A push service replaces an undelivered notification of the same topic. At most 32 characters. */
const topicOf = (path: string): string => createHash('sha256').update(path).digest('base64url').slice(0, 22);

const REQUEUE_BATCH_SIZE = 500;

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms);

/** Their process ended before it queued them, or they expired. */
const isStale = (now: Date) => sql`push_at <= ${ago(now, REQUEUE_AFTER_MS)}`;

/** Notifications for which `requeueStalePushes` has something to do. */
export const selectStalePushes = (now: Date): SQL => sql`SELECT FROM ${notifications} WHERE ${isStale(now)}`;

/** When the next one is stale. */
export const selectNextStalePush = (): SQL =>
  sql`SELECT min(push_at) + ${REQUEUE_AFTER_MS} * interval '1 millisecond' FROM ${notifications}`;

/** Queues pushes that a crashed process never queued, and ends those that were not delivered for a day. */
export async function requeueStalePushes(context: QueueContext): Promise<void> {
  const now = context.clock.now();
  await context.database.orm
    .update(notifications)
    .set({ pushAt: null, pushTo: [], pushResult: 'too old', payload: PAYLOAD_WITHOUT_TEXT })
    .where(and(isStale(now), lte(notifications.createdAt, ago(now, PUSH_MAX_AGE_MS))));
  const batch = sql`SELECT user_id, kind, subject_id, seq FROM ${notifications} WHERE ${isStale(now)}
    ORDER BY push_at LIMIT ${REQUEUE_BATCH_SIZE} FOR UPDATE SKIP LOCKED`;
  await queuePushes(context, sql`(user_id, kind, subject_id, seq) IN (${batch})`);
}

const PURGE_BATCH_SIZE = 5_000;

/** Deletes notifications that neither prevent another one nor explain anything any more. */
export async function purgeNotifications({
  database,
  clock,
}: Pick<QueueContext, 'database' | 'clock'>): Promise<void> {
  const isOld = lt(notifications.createdAt, ago(clock.now(), NOTIFICATION_TTL_MS));
  for (let deleted: number | null = PURGE_BATCH_SIZE; deleted === PURGE_BATCH_SIZE;) {
    const batch = sql`SELECT ctid FROM ${notifications} WHERE ${isOld} LIMIT ${PURGE_BATCH_SIZE}`;
    const { rowCount } = await database.orm.delete(notifications).where(sql`ctid = ANY(ARRAY(${batch}))`);
    deleted = rowCount;
  }
}
