export { mountNotifications, type PushTuning } from './mount.ts';
export { PUSH_KEYS_NAME } from './vapid-keys.ts';
export { exportNotifications } from './notification-settings.ts';
export { notificationParts, pushesStored } from './queue-push-notifications.ts';
export { queueBookNotices } from './book-notices.ts';
export { findReceivers, type Receiver } from './find-receivers.ts';
export { stopEmailsText } from './stop-emails-text.ts';
export { unsubscribeUrl } from './unsubscribe.ts';
