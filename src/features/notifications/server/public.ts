export { mountNotifications, type PushTuning } from './mount.ts';
export { pushKeysName } from './vapid-keys.ts';
export { exportNotifications } from './notification-settings.ts';
