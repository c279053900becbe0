/** For chunks that load after the first script. */
export { createMessaging } from './sync/messaging-session.ts';
export { useConversationAction } from './use-conversation-action.ts';
export type { MakeOffer } from './offer-slots.ts';
