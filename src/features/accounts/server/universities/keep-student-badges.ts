import { sql } from 'drizzle-orm';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { EmailMessage } from '#platform/server/mail/mailer.ts';
import { defuseLinks } from '#platform/server/mail/defuse-links.ts';
import { formatTime, marketTimeOf } from '#platform/shared/texts/dates.ts';
import { studentBadgeTimes, toStudentEnd, toStudentUntil } from '../../student-badge-year.ts';
import { profileChanged, userChanged } from '../account-events.ts';
import { users } from '../table.ts';

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
      LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED)`);
  return rowCount ?? 0;
}

type Student = { email: string; name: string; confirmed_at: string };

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
        ORDER BY student_confirmed_at LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED)
      RETURNING email, name, student_confirmed_at AS confirmed_at`);
    for (const student of rows) await mailer.send(tx, reminderEmail(context, student));
    return rows.length;
  });
}

function reminderEmail(
  { publicUrl, universityVouches, localeOf }: Context,
  { email, name, confirmed_at }: Student,
): EmailMessage {
  const until = toStudentUntil(new Date(confirmed_at));
  const formatDay = (day: Date) => formatTime('date', day, marketTimeOf(localeOf('en')));
  const orSignIn = universityVouches ? 'If you sign in through your university, signing in is enough. ' : '';
  return {
    to: email,
    subject: 'Confirm your student email again',
    text: `Hi ${defuseLinks(name)},

Your student badge on BookSwap is confirmed once a year: until ${formatDay(until)}. To keep it, open Account Settings and tap Confirm again:
${publicUrl}/account-settings

${orSignIn}If you do nothing, the badge is shown until ${formatDay(toStudentEnd(until))}. Your listings and conversations stay.

You get one email a year about this.`,
  };
}

async function endBadges({ database, events }: Context, now: Date): Promise<number> {
  const ended = new Date(now.getTime() - studentBadgeTimes.yearMs - studentBadgeTimes.graceMs);
  const { rows } = await database.orm.execute<{
    id: string;
  }>(sql`UPDATE ${users} SET student_university = NULL
    WHERE id IN (SELECT id FROM ${users} WHERE student_university IS NOT NULL AND student_confirmed_at <= ${ended}
      LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED)
    RETURNING id`);
  for (const { id: userId } of rows) {
    events.publish(userChanged, { userId });
    events.publish(profileChanged, { userId });
  }
  return rows.length;
}
