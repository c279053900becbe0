/** For chunks that load after the first script. */
export { startMessaging } from './sync/messaging-session.ts';
