import {
  forwardTopic,
  type Live,
  renewAuthentication,
  withdrawAuthentication,
} from '#features/live/server/public.ts';
import { sessionsEnded, userChanged, userDeleted } from './account-events.ts';

/** Tells the user's browsers of changes to the user, and ends connections whose tokens are no longer valid. */
export function forwardAccountEvents(live: Live): void {
  live.register({
    topics: [
      forwardTopic(userChanged, ({ userId }) => [{ to: userId, message: { type: 'user' } }]),
      forwardTopic(sessionsEnded, ({ userId }) => [renewAuthentication(userId)]),
      forwardTopic(userDeleted, ({ userId }) => [withdrawAuthentication(userId)]),
    ],
  });
}
