import { blockChanged } from '#features/blocks/server/public.ts';
import { pauseChanged } from '#features/accounts/server/public.ts';
import { followTopic, type LiveConnection } from '#features/live/server/public.ts';
import { busResumed } from '#platform/server/events/event-bus.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { accountPaused } from '#platform/server/account-paused.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import type { RateLimits } from '#platform/server/rate-limits/shared-rate-limiter.ts';
import { socketTimings, typingLookupRateLimit, typingRateLimit } from '../../rules.ts';
import { conversationTyping } from '../conversation-events.ts';
import { getOtherParticipant } from '../get-other-participant.ts';

/** What was last forwarded, and to which user: null where one participant has blocked the other. */
type LastTyping = { receiverId: string | null; isTyping: boolean; at: number; accessChanges: number };

const MAX_CONVERSATIONS_PER_CONNECTION = 50;

/**
 * Publishes typing to the other participant. The receiver is cached per connection until a block or a pause
 * changes: a keystroke is not worth a query. Throws 'conversation-not-found', 'account-paused',
 * 'too-many-requests'.
 */
export function createTypingForwarder(
  { database, clock, events }: Pick<ServerContext, 'database' | 'clock' | 'events'>,
  limiter: RateLimits,
) {
  const cached = new WeakMap<LiveConnection, Map<string, LastTyping>>();
  let accessChanges = 0;
  const onAccessChanged = () => void (accessChanges += 1);

  const findReceiver = async (actor: Pick<Actor, 'id'>, conversationId: string) => {
    if (!(await limiter.tryConsume(typingLookupRateLimit, actor.id)))
      throw commonProblem('too-many-requests');
    const found = await getOtherParticipant(database, actor, conversationId, clock.now());
    const { otherId, isSilent, pausedUntil } = found;
    if (pausedUntil !== null) throw accountPaused(pausedUntil);
    return isSilent ? null : otherId;
  };

  const forward = async (
    connection: LiveConnection,
    actor: Pick<Actor, 'id'>,
    { conversationId, isTyping }: { conversationId: string; isTyping: boolean },
  ): Promise<void> => {
    const conversations = cached.get(connection) ?? new Map<string, LastTyping>();
    cached.set(connection, conversations);
    const now = clock.now().getTime();
    const last = conversations.get(conversationId);
    // A repetition is news only when the indicator is about to disappear.
    if (last?.isTyping === isTyping && Math.abs(now - last.at) < socketTimings.typingRepeatMs) return;
    const accessChangesAtStart = accessChanges;
    const receiverId =
      last?.accessChanges === accessChangesAtStart
        ? last.receiverId
        : await findReceiver(actor, conversationId);
    if (!(await limiter.tryConsume(typingRateLimit, `${actor.id} ${conversationId}`))) return;
    if (conversations.size >= MAX_CONVERSATIONS_PER_CONNECTION) conversations.clear();
    conversations.set(conversationId, { receiverId, isTyping, at: now, accessChanges: accessChangesAtStart });
    if (receiverId !== null)
      events.publish(conversationTyping, { conversationId, senderId: actor.id, receiverId, isTyping });
  };

  return {
    forward,
    topics: [
      followTopic(blockChanged, onAccessChanged),
      followTopic(pauseChanged, onAccessChanged),
      followTopic(busResumed, onAccessChanged),
    ],
  };
}
