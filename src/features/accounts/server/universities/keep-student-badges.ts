import { sql } from 'drizzle-orm';
import { textsIn } from '#platform/shared/texts/t.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { EmailMessage } from '#platform/server/mail/mailer.ts';
import { defuseLinks } from '#platform/server/mail/defuse-links.ts';
import { formatTime, marketTimeOf } from '#platform/shared/texts/dates.ts';
import { studentBadgeTimes, toStudentEnd, toStudentUntil } from '../../student-badge-year.ts';
import { profileChanged, userChanged } from '../account-events.ts';
import { users } from '../table.ts';
import { type LanguagesOfUser, localeOfUser } from '../../language-of-user.ts';

type Context = Pick<ServerContext, 'database' | 'clock' | 'events' | 'mailer' | 'publicUrl' | 'localeOf'> & {
  /** Students can sign in through the university, which confirms their email. */
  universityVouches: boolean;
};

const BATCH_SIZE = 200;

/** The yearly confirmation of student badges, by what is due: a repeated run changes nothing. */
export async function keepStudentBadges(context: Context): Promise<void> {
  for (const step of [startYears, remindStudents, endBadges])
    while ((await step(context, context.clock.now())) === BATCH_SIZE);
}

/** Badges of before: their year begins now. */
async function startYears({ database }: Context, now: Date): Promise<number> {
  const { rowCount } = await database.orm.execute(sql`UPDATE ${users} SET student_confirmed_at = ${now}
    WHERE id IN (SELECT id FROM ${users} WHERE student_university IS NOT NULL AND student_confirmed_at IS NULL
      LIMIT ${BATCH_SIZE} FOR NO KEY UPDATE SKIP LOCKED)`);
  return rowCount ?? 0;
}

type Student = LanguagesOfUser & { email: string; name: string; confirmedAt: string };

/** One email in each year. */
async function remindStudents(context: Context, now: Date): Promise<number> {
  const { database, mailer } = context;
  const { yearMs, reminderMs, graceMs } = studentBadgeTimes;
  const [due, ended] = [yearMs - reminderMs, yearMs + graceMs].map((ms) => new Date(now.getTime() - ms));
  return database.transaction(async (tx) => {
    const { rows } = await tx.execute<Student>(sql`UPDATE ${users} SET student_reminder_at = ${now}
      WHERE id IN (SELECT id FROM ${users} WHERE student_university IS NOT NULL AND email_verified
          AND student_confirmed_at <= ${due} AND student_confirmed_at > ${ended}
          AND (student_reminder_at IS NULL OR student_reminder_at < student_confirmed_at)
        ORDER BY student_confirmed_at LIMIT ${BATCH_SIZE} FOR NO KEY UPDATE SKIP LOCKED)
      RETURNING email, name, language, seen_language AS "seenLanguage", student_confirmed_at AS "confirmedAt"`);
    for (const student of rows) await mailer.send(tx, reminderEmail(context, student));
    return rows.length;
  });
}

function reminderEmail(
  { publicUrl, universityVouches, localeOf }: Context,
  { email, name, confirmedAt, ...languages }: Student,
): EmailMessage {
  const locale = localeOfUser(languages, localeOf);
  const text = textsIn(locale);
  const formatDay = (date: Date) => formatTime('date', date, marketTimeOf(locale));
  const until = toStudentUntil(new Date(confirmedAt));
  const end = { date: formatDay(toStudentEnd(until)) };
  return {
    to: email,
    subject: text('accounts.mail.badge.subject'),
    text: `${text('platform.mail.greeting', { name: defuseLinks(name) })}

${text('accounts.mail.badge.text', { date: formatDay(until) })}
${publicUrl}/account-settings

${universityVouches ? text('accounts.mail.badge.end-or-sign-in', end) : text('accounts.mail.badge.end', end)}

${text('accounts.mail.badge.once')}`,
  };
}

async function endBadges({ database, events }: Context, now: Date): Promise<number> {
  const ended = new Date(now.getTime() - studentBadgeTimes.yearMs - studentBadgeTimes.graceMs);
  const { rows } = await database.orm.execute<{
    id: string;
  }>(sql`UPDATE ${users} SET student_university = NULL
    WHERE id IN (SELECT id FROM ${users} WHERE student_university IS NOT NULL AND student_confirmed_at <= ${ended}
      LIMIT ${BATCH_SIZE} FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING id`);
  for (const { id: userId } of rows) {
    events.publish(userChanged, { userId });
    events.publish(profileChanged, { userId });
  }
  return rows.length;
}
