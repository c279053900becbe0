export { notificationParts, pushesStored } from './queue-push-notifications.ts';
export { queueBookNotices } from './book-notices.ts';
export { findReceivers, type Receiver } from './find-receivers.ts';
export { stopEmailsText } from './stop-emails-text.ts';
export { unsubscribeUrl } from './unsubscribe.ts';
