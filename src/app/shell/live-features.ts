import { createMessaging } from '#features/conversations/web/lazy.ts';
import { sendUnsentFavorites } from '#features/favorites/web/send-unsent-favorites.ts';
import { startLiveSession } from '#features/live/web/lazy.ts';
import { offerSender } from '#features/trades/web/offer/send-offer.ts';
import { followWanted } from '#features/wanted/web/follow-wanted.ts';
import { followPrices } from '#features/prices/web/follow-prices.ts';
import { noticeMessages } from '#features/notifications/web/notice-messages.ts';

/** The features that listen to the socket on every page. */
const features = [
  followWanted,
  followPrices,
  createMessaging(offerSender),
  noticeMessages,
  sendUnsentFavorites,
];

export const startSession = (options: Parameters<typeof startLiveSession>[0]) =>
  startLiveSession(options, features);
