export { mountNotifications, type PushTuning } from './mount.ts';
export { PUSH_KEYS_NAME } from './vapid-keys.ts';
export { exportNotifications } from './notification-settings.ts';
