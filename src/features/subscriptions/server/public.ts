export { countUnreachable, type Ending, endSubscriptions } from './end-subscriptions.ts';
export { isUnknown } from './fetch-subscription-state.ts';
export { hasRunningSubscription } from './subscription-condition.ts';
