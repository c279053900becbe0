import { startMessaging } from '#features/conversations/web/lazy.ts';
import { sendQueuedFavorites } from '#features/favorites/web/send-queued-favorites.ts';
import { startLiveSession } from '#features/live/web/lazy.ts';
import { noticeMessages } from '#features/notifications/web/notice-messages.ts';

/** The features that listen to the socket on every page. */
const features = [startMessaging, noticeMessages, sendQueuedFavorites];

export const startSession = (options: Parameters<typeof startLiveSession>[0]) =>
  startLiveSession(options, features);
