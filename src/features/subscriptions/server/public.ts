export { hasRunningSubscription } from './subscription-condition.ts';
