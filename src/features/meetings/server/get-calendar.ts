import { eq } from 'drizzle-orm';
import { users } from '#features/accounts/server/table.ts';
import { books } from '#features/books/server/table.ts';
import { conversations } from '#features/conversations/server/table.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { Locale } from '#platform/shared/texts/locale.ts';
import { textsIn } from '#platform/shared/texts/t.ts';
import { dayIn } from '#platform/shared/zoned-time.ts';
import { meetingProblem } from '../contract.ts';
import { MEETING_MS } from '../rules.ts';
import { writeCalendar } from '../write-calendar.ts';
import { isSeenBy } from './meeting-work.ts';
import { meetings } from './table.ts';

/**
 * The calendar file of a meeting that was accepted, in the language of its reader. All meetings of a reservation are one entry. Throws
 * 'meeting-not-found', 'meeting-not-accepted'.
 */
export async function getCalendar(
  { database, clock, publicUrl }: Pick<ServerContext, 'database' | 'clock' | 'publicUrl'>,
  actor: Pick<Actor, 'id'>,
  meetingId: string,
  locale: Locale,
): Promise<{ name: string; ics: string }> {
  const [found] = await database.orm
    .select({
      meeting: meetings,
      title: books.title,
      buyerId: conversations.buyerId,
      sellerId: books.sellerId,
    })
    .from(meetings)
    .innerJoin(conversations, eq(conversations.id, meetings.conversationId))
    .innerJoin(books, eq(books.id, conversations.bookId))
    .where(isSeenBy(actor, meetingId));
  if (found === undefined) throw meetingProblem('meeting-not-found');
  const { meeting, title, buyerId, sellerId } = found;
  const { state, acceptedAt, startsAt, endedAt, timeZone, place, hint } = meeting;
  const isHandedOverBefore = state === 'past' && endedAt !== null && endedAt < startsAt;
  const isCanceled = state === 'canceled' || isHandedOverBefore;
  if (acceptedAt === null || state === 'changed') throw meetingProblem('meeting-not-accepted');
  const [other] = await database.orm
    .select({ name: users.name })
    .from(users)
    .where(eq(users.id, actor.id === buyerId ? sellerId : buyerId));
  const text = textsIn(locale);
  const meet =
    other === undefined
      ? text('meetings.calendar.meet-student')
      : text('meetings.calendar.meet', { name: other.name });
  const url = `${publicUrl}/conversation/${meeting.conversationId}`;
  const ics = writeCalendar({
    uid: `${meeting.reservationId}@meetings.bookswap`,
    // Each acceptance and each cancellation is a later revision.
    sequence: 2 * meeting.number + (isCanceled ? 1 : 0),
    isCanceled,
    startsAt,
    endsAt: new Date(startsAt.getTime() + MEETING_MS),
    timeZone,
    summary: text('meetings.calendar.summary', { title }),
    location: place,
    description: [meet, hint, url].filter((line) => line !== null).join('\n'),
    url,
    writtenAt: clock.now(),
  });
  return { name: toFileName(startsAt, timeZone), ics };
}

/** 'bookswap-2026-11-22-1400.ics' on the clocks of the campus: file systems forbid ':'. */
function toFileName(startsAt: Date, timeZone: string): string {
  const time = startsAt.toLocaleTimeString('sv-SE', { timeZone, hour: '2-digit', minute: '2-digit' });
  return `bookswap-${dayIn(startsAt, timeZone)}-${time.replace(':', '')}.ics`;
}
