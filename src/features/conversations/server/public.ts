export {
  countConversationsOfBook,
  countConversationsOfUser,
  countMessagesBetween,
  hasConversations,
} from './conversation-counts.ts';
export { type EventContext, notifySender, writeEventMessage } from './events/write-event-message.ts';
export { type JoinedQuestion, questionForReader } from './messages/joined-parts.ts';
export { conversationActivity, publishChangedMessage } from './conversation-events.ts';
export {
  addMessage,
  type ConversationRow,
  findRepeatedMessage,
  getConversationOfActor,
} from './messages/add-message.ts';
export { type PausableActor, throwUnlessReservedTrade } from './reserved-trades.ts';
