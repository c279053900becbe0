/** Parts of notifications for pages in separate chunks. */
export { NotificationPrompt } from './notification-prompt.tsx';
export { NotificationSettingsSection } from './notification-settings.tsx';
