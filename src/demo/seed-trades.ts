import { toDemoPrice } from './demo-price.ts';
import { eq } from 'drizzle-orm';
import { conversations } from '#features/conversations/server/table.ts';
import { markRead } from '#features/conversations/server/mark-read.ts';
import { sendMessage } from '#features/conversations/server/send-message.ts';
import { counterOffer, makeOffer } from '#features/trades/server/offers/make-offer.ts';
import type { TradeContext } from '#features/trades/server/with-trade.ts';
import { respondToOffer } from '#features/trades/server/offers/respond-to-offer.ts';
import { acceptMeeting } from '#features/meetings/server/respond-to-meeting.ts';
import { listPlaces } from '#features/meetings/server/places/change-places.ts';
import { proposeMeeting } from '#features/meetings/server/propose-meeting.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { addDays, dayIn } from '#platform/shared/zoned-time.ts';
import type { DemoCampus } from './demo-campus.ts';
import { demoCampus } from './demo-data.ts';
import type { DemoTrade } from './demo-trades.ts';

type Participants = { conversationId: string; buyerId: string; sellerId: string };
type Actor = { id: string };

/** Nobody is notified of what the demo campus begins with, or looks for a reserved book. */
const withoutNotifications = {
  jobs: { enqueue: async () => {} },
  reservationHook: async () => {},
  /** The base of links in messages, of which there are none. */
  publicUrl: `https://${demoCampus.domain}`,
} as const;

/** Carries out the steps of a trade at their times. Who acts has read what came before. */
export async function seedTrade(
  { database, events, now, timeZone, market, localeOf }: DemoCampus,
  { conversationId, ...ids }: Participants,
  steps: DemoTrade['steps'],
): Promise<void> {
  let offerId: string | undefined;
  let meetingId: string | undefined;
  for (const step of steps) {
    const at = new Date(now.getTime() - step.minutesAgo * MINUTE_MS);
    const context = {
      ...withoutNotifications,
      database,
      events,
      timeZone,
      market,
      localeOf,
      clock: { now: () => at },
    };
    const actor = { id: ids[`${step.from}Id`] };
    await readConversation(context, actor, conversationId);
    if ('content' in step) await sendMessage(context, actor, { conversationId, content: step.content });
    else if ('accepts' in step) await respondToOffer(context, actor, offerId!, 'accepted');
    else if ('acceptsMeeting' in step) await acceptMeeting(context, actor, meetingId!);
    else if ('meetsAt' in step) {
      const day = addDays(dayIn(now, timeZone), 1);
      const [place] = await listPlaces(database.orm);
      const meeting = { conversationId, placeId: place!.id, day, time: step.meetsAt };
      meetingId = (await proposeMeeting(context, actor, meeting)).id;
    } else {
      const amount = toDemoPrice(Math.round(step.offer * 100), market.prices);
      const made: { id: string } =
        offerId === undefined
          ? await makeOffer(context, actor, { conversationId, amount })
          : await counterOffer(context, actor, { offerId, amount });
      offerId = made.id;
    }
  }
}

async function readConversation(
  context: TradeContext & { publicUrl: string },
  actor: Actor,
  conversationId: string,
): Promise<void> {
  const [last] = await context.database.orm
    .select({ id: conversations.lastMessageId, senderId: conversations.lastMessageSenderId })
    .from(conversations)
    .where(eq(conversations.id, conversationId));
  if (last?.id && last.senderId !== actor.id) await markRead(context, actor, last.id);
}
