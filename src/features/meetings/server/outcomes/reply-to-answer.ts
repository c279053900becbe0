import { eq } from 'drizzle-orm';
import type { MeetingQuestion } from '#features/conversations/contract.ts';
import { addMessage } from '#features/conversations/server/public.ts';
import { messages } from '#features/conversations/server/table.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { newId } from '#platform/server/new-id.ts';
import { meetingProblem } from '../../contract.ts';
import type { MeetingContext } from '../meeting-work.ts';
import { meetingReplies } from '../table.ts';
import { publishQuestion, requireOpen, withQuestion } from './question-work.ts';

/**
 * Who is said not to have come writes one text about it, as a message; repeated, it changes nothing. It is no
 * answer to the question. Throws as `answerQuestion`, 'not-said-missed', 'meeting-replied', and what a message throws.
 */
export const replyToAnswer = (
  context: MeetingContext,
  actor: Pick<Actor, 'id'>,
  { meetingId, text }: { meetingId: string; text: string },
): Promise<MeetingQuestion> =>
  withQuestion(context, actor, meetingId, async (work) => {
    const { tx, now, shown, actorId, otherId, conversation } = work;
    const given = work.said.replies.find(({ userId }) => userId === actorId);
    if (given !== undefined) {
      const [message] = await tx.select().from(messages).where(eq(messages.id, given.messageId));
      if (message?.content === text) return;
      throw meetingProblem('meeting-replied');
    }
    requireOpen(work);
    if (!shown.answers.some(({ userId, met }) => userId === otherId && !met))
      throw meetingProblem('not-said-missed');
    const message = {
      id: newId(now),
      conversationId: conversation.id,
      senderId: actorId,
      content: text,
      clientMessageId: newId(now),
      messageType: 'text',
      createdAt: now,
    } as const;
    await addMessage(work.context, tx, message, async (isWithheld) => {
      await tx
        .insert(meetingReplies)
        .values({ meetingId, userId: actorId, messageId: message.id, isWithheld });
    });
    await publishQuestion(work);
  });
