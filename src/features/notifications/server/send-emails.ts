import { and, eq, type SQL, sql } from 'drizzle-orm';
import { textsIn } from '#platform/shared/texts/t.ts';
import { localeOfUser } from '#features/accounts/language-of-user.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { forEachDue } from '#platform/server/jobs/for-each-due.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { findReceivers, type Receiver } from './find-receivers.ts';
import type { NotificationKind, EmailContext, NotificationFacts } from './notification-kind.ts';
import { notifications } from './table.ts';

type Context = EmailContext & Pick<ServerContext, 'mailer'>;
type Mail = NonNullable<NotificationKind['mail']>;
type Due = {
  userId: string;
  subjectId: string;
  seq: number;
  createdAt: string;
  facts: NotificationFacts | null;
};

/** When the next email is due. */
export function selectNextEmail(kinds: readonly NotificationKind[]): SQL {
  const names = kinds.filter(({ mail }) => mail !== undefined).map(({ name }) => name);
  return sql`SELECT min(mail_at) FROM ${notifications} WHERE kind = ANY(${sql.param(names)}::text[])`;
}

/** Sends the emails that are due: those of each user and kind in one transaction, however late it runs. */
export async function sendDueEmails(
  context: Context & Pick<ServerContext, 'database' | 'clock' | 'log'>,
  kinds: readonly NotificationKind[],
): Promise<void> {
  const now = context.clock.now();
  for (const kind of kinds.filter(({ mail }) => mail !== undefined))
    await forEachDue(context, {
      failure: `the email of a notification could not be sent: ${kind.name}`,
      read: async (after, limit) => {
        const { rows } = await context.database.pool.query<{ id: string }>({
          name: 'notification-emails-due',
          text: `SELECT DISTINCT user_id AS id FROM notifications
            WHERE mail_at <= $1 AND kind = $2 AND user_id > $3 ORDER BY user_id LIMIT $4`,
          values: [now, kind.name, after, limit],
        });
        return rows;
      },
      act: (tx, { id }) => sendEmails(context, tx, kind, { userIds: [id], now }),
    });
}

/** Hands the emails that are due of some users to the mailer, if nothing has withdrawn them. */
export async function sendEmails(
  context: Context,
  tx: Transaction,
  kind: NotificationKind,
  { userIds, now }: { userIds: readonly string[]; now: Date },
): Promise<void> {
  const { mail } = kind;
  if (mail === undefined) return;
  // Another process that sends the same emails waits here, and then finds nothing.
  const { rows } = await tx.execute<Due>(sql`WITH n AS (
      UPDATE ${notifications} SET mail_at = NULL
      WHERE user_id = ANY(${sql.param(userIds)}::uuid[]) AND kind = ${kind.name} AND mail_at <= ${now} RETURNING *)
    SELECT n.user_id AS "userId", n.subject_id AS "subjectId", n.seq, n.created_at AS "createdAt", to_jsonb(f) AS facts
    FROM n CROSS JOIN (SELECT ${now}::timestamptz AS now, NULL::uuid AS id) clock
      CROSS JOIN (SELECT NULL::uuid AS id) d LEFT JOIN LATERAL (${sql.raw(kind.factsSql)}) f ON true
    ORDER BY n.user_id, n.created_at DESC, n.seq DESC, n.subject_id`);
  const receivers = await findReceivers(tx, [...new Set(rows.map(({ userId }) => userId))]);
  for (const to of receivers) {
    const own = rows.filter(({ userId }) => userId === to.id);
    const byObstacle = Map.groupBy(own, (row) => findObstacle(mail, to, row, now));
    for (const [obstacle, group] of byObstacle)
      if (obstacle !== null) await note(tx, kind, group, { mailResult: obstacle });
    for (const group of groupRows(mail, byObstacle.get(null) ?? []))
      await sendGroup(context, tx, kind, { mail, to, group, now });
  }
}

function findObstacle(
  { setting, maxAgeMs }: Mail,
  to: Receiver,
  { facts, createdAt }: Due,
  now: Date,
): string | null {
  const isOn = to[setting] !== false && to[setting] !== 'off';
  if (!isOn) return 'switched off';
  if (!to.emailVerified) return 'email not verified';
  if (maxAgeMs !== undefined && now.getTime() - new Date(createdAt).getTime() > maxAgeMs) return 'too old';
  if (facts === null) return 'gone';
  return facts.withdrawn ?? facts.noMail ?? null;
}

function groupRows({ groupedBy }: Mail, rows: readonly Due[]): Due[][] {
  if (groupedBy === 'row') return rows.map((row) => [row]);
  const keyOf = ({ subjectId }: Due) => (groupedBy === 'user' ? '' : subjectId);
  return [...Map.groupBy(rows, keyOf).values()];
}

type Group = { mail: Mail; to: Receiver; group: readonly Due[]; now: Date };

async function sendGroup(
  { mailer, ...context }: Context,
  tx: Transaction,
  kind: NotificationKind,
  { mail, to, group, now }: Group,
): Promise<void> {
  const [newest, ...others] = group;
  const notBefore = mail.notBefore?.(newest!.facts as never) ?? now;
  if (notBefore > now) return note(tx, kind, group, { mailAt: notBefore });
  const mailed = mail.groupedBy === 'subject' ? [newest!] : group;
  const locale = localeOfUser(to, context.localeOf);
  const message = mail.text(
    context,
    { ...to, locale, text: textsIn(locale) },
    mailed.map(({ facts }) => facts as never),
  );
  await mailer.send(tx, { ...message, to: to.email });
  await note(tx, kind, mailed, { mailedAt: now, mailResult: 'sent' });
  if (mail.groupedBy === 'subject') await note(tx, kind, others, { mailResult: 'replaced' });
}

/** Writes down what has become of the emails of some rows of one user. */
async function note(
  tx: Transaction,
  { name }: NotificationKind,
  rows: readonly Due[],
  changes: { mailAt?: Date; mailedAt?: Date; mailResult?: string },
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  // Two parameters, however many rows there are: a statement has at most 65,535.
  const subjectIds = sql.param(rows.map(({ subjectId }) => subjectId));
  const seqs = sql.param(rows.map(({ seq }) => seq));
  await tx
    .update(notifications)
    .set(changes)
    .where(
      and(
        eq(notifications.userId, first.userId),
        eq(notifications.kind, name),
        sql`(${notifications.subjectId}, ${notifications.seq})
          IN (SELECT * FROM unnest(${subjectIds}::uuid[], ${seqs}::int[]))`,
      ),
    );
}
