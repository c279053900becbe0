import type { Page } from '@playwright/test';

/** No browser of the tests reaches a push service, so its part is simulated: notifications are allowed. */
export const playPushManager = (page: Page, subscription: object) =>
  page.addInitScript((given) => {
    let subscribed: object | null = JSON.parse(localStorage.getItem('played') ?? 'null');
    const keep = (one: object | null) => {
      subscribed = one;
      localStorage.setItem('played', JSON.stringify(one));
    };
    const played = () =>
      subscribed && {
        ...subscribed,
        options: {},
        toJSON: () => subscribed,
        unsubscribe: async () => keep(null),
      };
    Object.defineProperty(Notification, 'permission', { value: 'granted' });
    Notification.requestPermission = async () => 'granted';
    PushManager.prototype.getSubscription = async () => played() as unknown as PushSubscription;
    PushManager.prototype.subscribe = async () => {
      keep(given);
      return played() as unknown as PushSubscription;
    };
  }, subscription);
