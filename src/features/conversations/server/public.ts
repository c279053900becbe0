export {
  countConversationsOfBook,
  countConversationsOfUser,
  countMessagesBetween,
  hasConversations,
} from './conversation-counts.ts';
export { notifySender } from './events/notify-sender.ts';
export { type EventContext, writeEventMessage } from './events/write-event-message.ts';
export { conversationActivity, publishChangedMessage } from './conversation-events.ts';
export {
  addMessage,
  type ConversationRow,
  findRepeatedMessage,
  getConversationOfActor,
} from './messages/add-message.ts';
