export { addFormer, carryOver, CARRY_OVER_BATCH_SIZE, type FormerNotification } from './carry-over.ts';
export {
  type EnqueueContext,
  enqueueNotifications,
  type NewNotification,
  notificationParts,
  pushesStored,
} from './enqueue-notifications.ts';
export { findReceivers, type Receiver } from './find-receivers.ts';
export type { EmailReader, NotificationFacts, NotificationKind, PushReader } from './notification-kind.ts';
export { markSeen } from './mark-seen.ts';
export { stopEmailsText, unsubscribeUrl } from './unsubscribe.ts';
