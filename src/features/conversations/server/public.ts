export { mountConversations } from './mount.ts';
export {
  countConversationsOfBook,
  countConversationsOfUser,
  countMessagesBetween,
  hasConversations,
} from './conversation-counts.ts';
export { notifySender } from './events/notify-sender.ts';
export { type EventContext, writeEventMessage } from './events/write-event-message.ts';
export { conversationActivity } from './conversation-events.ts';
export {
  addMessage,
  changeMeetingOfMessage,
  changeOfferOfMessage,
  clearMeetingOfConversation,
  type ConversationRow,
  findOfferedListing,
  findRepeatedMessage,
  getConversationOfActor,
  setMeetingOfConversation,
  setReservationOfConversation,
  withholdOffersOfMessages,
} from './offer-messages.ts';
export { markRead } from './mark-read.ts';
export { sendMessage } from './send-message.ts';
export { conversationPersonalData } from './personal-data.ts';
export { seedConversation } from './seed-conversation.ts';
/** For joins and foreign keys; written by this feature alone. */
export { conversations, messages } from './table.ts';
