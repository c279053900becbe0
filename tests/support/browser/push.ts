import type { Page } from '@playwright/test';

/** No browser of the tests reaches a push service, so its part is simulated: notifications are allowed. */
export const installFakePushManager = (page: Page, subscription: object) =>
  page.addInitScript((given) => {
    let subscribed: object | null = JSON.parse(localStorage.getItem('fake-push-subscription') ?? 'null');
    const keep = (one: object | null) => {
      subscribed = one;
      localStorage.setItem('fake-push-subscription', JSON.stringify(one));
    };
    const current = () =>
      subscribed && {
        ...subscribed,
        options: {},
        toJSON: () => subscribed,
        unsubscribe: async () => keep(null),
      };
    Object.defineProperty(Notification, 'permission', { value: 'granted' });
    Notification.requestPermission = async () => 'granted';
    PushManager.prototype.getSubscription = async () => current() as unknown as PushSubscription;
    PushManager.prototype.subscribe = async () => {
      keep(given);
      return current() as unknown as PushSubscription;
    };
  }, subscription);
