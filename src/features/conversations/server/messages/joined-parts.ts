import { sql } from 'drizzle-orm';
import type { Conversation, MeetingQuestion, Message } from '../../contract.ts';
import type { StoredEvent } from '../../message-events.ts';

/**
 * What features above tell in messages and conversations. They define the views, so that nothing is stored
 * twice and no import leads upward: the columns are the interface. Times are text, as JSON has them.
 */

/** The state is `laterState` from `stateUntil` on. */
type TimedState<State, Later> = { state: State; stateUntil: string | null; laterState: Later };

type ShownOffer = NonNullable<Message['offer']>;
type ShownMeeting = NonNullable<Message['meeting']>;
type PlannedMeeting = NonNullable<Conversation['meeting']>;

/** A row of `message_offers`. */
export type JoinedOffer = Pick<ShownOffer, 'amount' | 'askingPrice' | 'endReason' | 'expiresAt'> &
  TimedState<ShownOffer['state'], 'expired'> & {
    /** Its receiver has blocked its sender: it is over for the receiver. */
    isWithheld: boolean;
  };

/** A row of `message_meetings`. */
export type JoinedMeeting = Omit<ShownMeeting, 'state' | 'reservedUntil'> &
  TimedState<ShownMeeting['state'], 'expired' | 'past'> & { reservedUntil: string | null };

/** A row of `conversation_meetings`. */
export type JoinedPlannedMeeting = Omit<PlannedMeeting, 'state'> &
  TimedState<PlannedMeeting['state'], null> & {
    proposerId: string;
    /** Visible to its proposer only. */
    isWithheld: boolean;
  };

/** A row of `conversation_reservations`. */
export type JoinedReservation = { id: string; price: number; until: string };

/** A row of `message_questions`. */
export type JoinedQuestion = Omit<MeetingQuestion, 'answers' | 'replies'> & {
  /** Withheld: visible to who said it only. `until`: the end of the time in which the other one may answer it. */
  answers: (MeetingQuestion['answers'][number] & { until: string; isWithheld: boolean })[];
  replies: (MeetingQuestion['replies'][number] & { isWithheld: boolean })[];
};

/** Read by key for each row of a page: with joins the planner may read and sort all of a conversation. */
export const joinedOffer = sql<JoinedOffer | null>`(select row_to_json(o) from message_offers o
  where messages.message_type = 'offer' and o."messageId" = messages.id)`;

export const joinedMeeting = sql<JoinedMeeting | null>`(select row_to_json(m) from message_meetings m
  where messages.message_type = 'meeting' and m."messageId" = messages.id)`;

export const joinedQuestion = sql<JoinedQuestion | null>`(select row_to_json(q) from message_questions q
  where messages.message_type = 'event' and messages.event ->> 'kind' = 'did-you-meet' and q."messageId" = messages.id)`;

/** What is said to a question, without what is withheld from its reader. */
export function questionForReader(question: JoinedQuestion, readerId: string): MeetingQuestion {
  const { id, timeZone, isWithdrawn } = question;
  const isSeen = ({ userId, isWithheld }: { userId: string; isWithheld: boolean }) =>
    !isWithdrawn && (userId === readerId || !isWithheld);
  const answers = question.answers.filter(isSeen);
  const accusations = answers.filter(({ userId, met }) => userId !== readerId && !met);
  const ends = [question.until, ...accusations.map(({ until }) => until)].map((end) => toIsoTime(end));
  return {
    id,
    startsAt: toIsoTime(question.startsAt),
    timeZone,
    until: ends.sort().at(-1)!,
    isWithdrawn,
    answers: answers.map(({ userId, met }) => ({ userId, met })),
    replies: question.replies.filter(isSeen).map(({ userId, messageId }) => ({ userId, messageId })),
  };
}

/** What a message tells that no user has written. */
export type StoredLine = {
  event: StoredEvent | null;
  offer: JoinedOffer | null;
  meeting: JoinedMeeting | null;
};

/** A `StoredLine`, of the row of `messages` with this name; null for a text. For a statement that reads few rows. */
export const lineFactsSql = (
  message: string,
): string => `CASE WHEN ${message}.message_type <> 'text' THEN json_build_object(
    'event', ${message}.event,
    'offer', (SELECT row_to_json(o) FROM message_offers o WHERE o."messageId" = ${message}.id),
    'meeting', (SELECT row_to_json(w) FROM message_meetings w WHERE w."messageId" = ${message}.id)) END`;

export const joinedReservation = sql<JoinedReservation | null>`(select row_to_json(r)
  from conversation_reservations r where r."conversationId" = conversations.id)`;

/** The newer of two meetings: a process of the previous version may have left one of an earlier reservation. */
export const joinedPlannedMeeting = sql<JoinedPlannedMeeting | null>`(select row_to_json(m)
  from conversation_meetings m where m."conversationId" = conversations.id order by m.id desc limit 1)`;

export const stateAt = <State, Later>(
  { state, stateUntil, laterState }: TimedState<State, Later>,
  now: Date,
): State | Later => (stateUntil !== null && new Date(stateUntil) <= now ? laterState : state);

/** PostgreSQL writes an instant with an offset and without trailing zeros. */
export const toIsoTime = (text: string): string => new Date(text).toISOString();
