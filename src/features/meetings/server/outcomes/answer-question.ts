import { and, eq, isNull } from 'drizzle-orm';
import { hashMailbox, profileChanged } from '#features/accounts/server/public.ts';
import { users } from '#features/accounts/server/table.ts';
import type { MeetingQuestion } from '#features/conversations/contract.ts';
import { writeEventMessage } from '#features/conversations/server/public.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { meetingProblem } from '../../contract.ts';
import type { MeetingContext } from '../meeting-work.ts';
import { meetingAnswers, missedMeetings } from '../table.ts';
import { publishQuestion, type QuestionWork, requireOpen, withQuestion } from './question-work.ts';

type Context = MeetingContext & Pick<ServerContext, 'secrets'>;

/**
 * One participant says whether they met, once; repeated, it changes nothing. That the other one did not come
 * counts when they have not answered within `DISPUTE_MS`. Throws 'meeting-not-found', 'meeting-not-over',
 * 'meeting-answered', 'meeting-question-withdrawn', 'meeting-question-closed'.
 */
export const answerQuestion = (
  context: Context,
  actor: Pick<Actor, 'id'>,
  { meetingId, met }: { meetingId: string; met: boolean },
): Promise<MeetingQuestion> =>
  withQuestion(context, actor, meetingId, async (work) => {
    const { tx, now, said, actorId, otherId, isWithheld } = work;
    const given = said.answers.find(({ userId }) => userId === actorId);
    if (given?.met === met) return;
    if (given !== undefined) throw meetingProblem('meeting-answered');
    requireOpen(work);
    await tx.insert(meetingAnswers).values({ meetingId, userId: actorId, met, isWithheld, answeredAt: now });
    await dispute(work);
    // The other one cannot answer what they do not see.
    if (!met && !isWithheld) await countAsMissed(context, work);
    await publishQuestion(work);
    if (met) return;
    const isMutual = work.shown.answers.some((answer) => answer.userId === otherId && !answer.met);
    const event = { kind: isMutual ? 'said-both-missed' : 'said-missed', actorId } as const;
    await writeEventMessage(work.context, tx, { ...event, conversationId: work.conversation.id }, now);
  });

/** Each answer of the actor contradicts that they did not come. */
async function dispute({ tx, now, meetingId, actorId, context }: QuestionWork): Promise<void> {
  const disputed = await tx
    .update(missedMeetings)
    .set({ disputedAt: now })
    .where(
      and(
        eq(missedMeetings.meetingId, meetingId),
        eq(missedMeetings.userId, actorId),
        isNull(missedMeetings.disputedAt),
      ),
    )
    .returning();
  if (disputed.length > 0) context.events.publish(profileChanged, { userId: actorId });
}

async function countAsMissed({ secrets }: Pick<ServerContext, 'secrets'>, work: QuestionWork): Promise<void> {
  const { tx, now, meetingId, startsAt, said, actorId, otherId } = work;
  const [by] = await tx.select({ mailbox: users.mailbox }).from(users).where(eq(users.id, actorId));
  const hasAnswered = said.answers.some(({ userId }) => userId === otherId);
  await tx.insert(missedMeetings).values({
    meetingId,
    userId: otherId,
    saidByMailbox: hashMailbox(secrets, 'missed meetings', by!.mailbox),
    startedAt: startsAt,
    saidAt: now,
    disputedAt: hasAnswered ? now : null,
  });
}
