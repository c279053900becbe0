export { mountSubscriptions, type Subscriptions } from './routes.ts';
