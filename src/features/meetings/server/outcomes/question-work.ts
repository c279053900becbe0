import { eq, type SQL, sql } from 'drizzle-orm';
import { hasBlockedSql } from '#features/blocks/server/public.ts';
import {
  type ConversationRow,
  type JoinedQuestion,
  publishChangedMessage,
  questionForReader,
} from '#features/conversations/server/public.ts';
import type { MeetingQuestion } from '#features/conversations/contract.ts';
import { conversations } from '#features/conversations/server/table.ts';
import { type LockedTrade, withTrade } from '#features/trades/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { meetingProblem } from '../../contract.ts';
import { endMeetingIfOver } from '../change-meeting.ts';
import { getConversationOfMeeting, type MeetingContext, ofConversation } from '../meeting-work.ts';
import { meetingQuestions, meetings } from '../table.ts';

/** A question that the actor may see, locked through the row of its book. */
export type QuestionWork = Pick<LockedTrade, 'tx' | 'now' | 'context'> & {
  meetingId: string;
  startsAt: Date;
  conversation: ConversationRow;
  actorId: string;
  otherId: string;
  /** Null: not asked yet, or each has blocked the other. */
  messageId: string | null;
  isWithdrawn: boolean;
  /** All that is said. */
  said: JoinedQuestion;
  /** As the actor sees it. */
  shown: MeetingQuestion;
  /** The other one has blocked the actor, whose words are withheld. */
  isWithheld: boolean;
};

/**
 * Runs an action on what is said to 'Did you meet?', and returns what the actor then sees of it. Throws
 * 'meeting-not-found', 'meeting-not-over'.
 */
export const withQuestion = (
  context: MeetingContext,
  actor: Pick<Actor, 'id'>,
  meetingId: string,
  act: (work: QuestionWork) => Promise<void>,
): Promise<MeetingQuestion> =>
  withTrade(
    context,
    (tx) => getConversationOfMeeting(tx, actor, meetingId),
    async (trade, conversation) => {
      const { tx, now } = trade;
      const { reservation } = ofConversation(trade, conversation.id);
      if (reservation !== null) await endMeetingIfOver(trade, reservation);
      const [question] = await tx
        .select({
          endsAt: meetingQuestions.endsAt,
          messageId: meetingQuestions.messageId,
          startsAt: meetings.startsAt,
        })
        .from(meetingQuestions)
        .innerJoin(meetings, eq(meetings.id, meetingQuestions.meetingId))
        .where(eq(meetingQuestions.meetingId, meetingId));
      if (question === undefined || question.endsAt > now) throw meetingProblem('meeting-not-over');
      const { messageId, startsAt } = question;
      const said = await readQuestion(tx, meetingId);
      const isBuyer = conversation.buyerId === actor.id;
      const work = {
        tx,
        now,
        context,
        meetingId,
        startsAt,
        conversation,
        actorId: actor.id,
        otherId: isBuyer ? conversation.sellerId : conversation.buyerId,
        messageId,
        isWithdrawn: said.isWithdrawn,
        said,
        shown: questionForReader(said, actor.id),
        isWithheld: await isBlockedByOther(tx, conversation.id, isBuyer),
      };
      await act({ ...work, context: trade.context });
      return questionForReader(await readQuestion(tx, meetingId), actor.id);
    },
  );

async function readQuestion(tx: Transaction, meetingId: string): Promise<JoinedQuestion> {
  const { rows } = await tx.execute<{ question: JoinedQuestion }>(
    sql`SELECT row_to_json(q) AS question FROM message_questions q WHERE q.id = ${meetingId}`,
  );
  return rows[0]!.question;
}

async function isBlockedByOther(tx: Transaction, conversationId: string, isBuyer: boolean): Promise<boolean> {
  const [actor, other] = isBuyer ? ['buyer_id', 'seller_id'] : ['seller_id', 'buyer_id'];
  const isBlocked = sql.raw(
    hasBlockedSql(`conversations.${other}`, `conversations.${actor}`),
  ) as SQL<boolean>;
  const [row] = await tx
    .select({ isBlocked })
    .from(conversations)
    .where(eq(conversations.id, conversationId));
  return row!.isBlocked;
}

/** Throws 'question-withdrawn', 'question-closed'. */
export function requireOpen({ isWithdrawn, shown, now }: QuestionWork): void {
  if (isWithdrawn) throw meetingProblem('meeting-question-withdrawn');
  if (new Date(shown.until) <= now) throw meetingProblem('meeting-question-closed');
}

/** Shows both what is said now; the actor alone what is withheld from the other one. */
export async function publishQuestion({
  tx,
  now,
  context,
  messageId,
  isWithheld,
  actorId,
}: QuestionWork): Promise<void> {
  if (messageId !== null)
    await publishChangedMessage(context, tx, messageId, now, isWithheld ? actorId : undefined);
}
