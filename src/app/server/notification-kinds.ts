import { renewalQuestions } from '#features/books/server/expiry/ask-to-renew.ts';
import { messageNotifications } from '#features/conversations/server/events/message-notifications.ts';
import { approvedNotifications } from '#features/moderation/server/first-listings/approved-notifications.ts';
import type { NotificationKind } from '#features/notifications/server/public.ts';
import { priceNotifications } from '#features/prices/server/price-notifications.ts';
import { resaleNotifications } from '#features/trades/server/resale/resale-questions.ts';
import { formerNotices } from '#features/wanted/server/delivery/carry-over.ts';
import {
  createWantedDigests,
  wantedNotifications,
} from '#features/wanted/server/delivery/wanted-notifications.ts';

/** What users are notified of: the kinds of all features. `timeZone`: of the campus. */
export const createNotificationKinds = ({ timeZone }: { timeZone: string }): NotificationKind[] => [
  messageNotifications,
  wantedNotifications,
  createWantedDigests(timeZone),
  priceNotifications,
  renewalQuestions,
  resaleNotifications,
  approvedNotifications,
  formerNotices,
];
