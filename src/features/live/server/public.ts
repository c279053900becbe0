export type { Live } from './mount.ts';
export { renewAuthentication, withdrawAuthentication } from './error-messages.ts';
export {
  everyUser,
  followTopic,
  forwardTopic,
  type LiveConnection,
  type LiveFrame,
} from './live-registration.ts';
