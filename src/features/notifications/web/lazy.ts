/** How somebody is told of messages: for the pages that ask, each in a chunk of its own. */
export { NotificationPrompt } from './notification-prompt.tsx';
export { DeviceSwitch, NotificationSettingsSection } from './notification-settings.tsx';
