/** How somebody is told of messages: for the pages that ask, each in a chunk of its own. */
export { NotificationOffer } from './notification-offer.tsx';
export { DeviceSwitch, NotificationSettings } from './notification-settings.tsx';
