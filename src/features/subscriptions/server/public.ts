export { hasRunningSubscription } from './subscription-condition.ts';
export { mountSubscriptions, type Subscriptions } from './mount.ts';
