import { HOUR_MS } from '#platform/shared/durations.ts';

/** Characters of a message after trimming. */
export const MAX_MESSAGE_LENGTH = 4000;

/** Messages of a page. */
export const MESSAGES_PER_PAGE = 50;

/** The limit of a user: wide enough for a chat, too narrow for programs. */
export const messageRateLimit = { name: 'message', points: 120, durationMs: 30_000 } as const;
export const openConversationRateLimit = {
  name: 'open-conversation',
  points: 60,
  durationMs: 120_000,
} as const;

/** New conversations of one user, over all processes: thirty at once, then one in two minutes. */
export const newConversationRateLimit = {
  name: 'new-conversation',
  points: 30,
  durationMs: HOUR_MS,
} as const;

/** Typing in one conversation that reaches the other participant. */
export const typingRateLimit = { name: 'typing', points: 2, durationMs: 1_000 } as const;
/** Conversations that a user begins to type in, each of which is looked up. */
export const typingLookupRateLimit = { name: 'typing-lookups', points: 20, durationMs: 10_000 } as const;
/** Requests for missed messages. */
export const resumeRateLimit = { name: 'resume', points: 10, durationMs: 10_000 } as const;

/** The largest `seq` that the column holds. */
export const MAX_SEQ = 2_147_483_647;

/** Bounds of one response to `resume`. The browser requests the rest. */
export const RESUME_PAGE_SIZE = 100;
export const MAX_RESUME_PAGES = 5;
export const MAX_RESUME_BYTES = 256 * 1024;

export const socketTimings = {
  /** The delay after which missed messages are requested again after a temporary refusal. */
  resumeRetryMs: 2_000,
  /** A typing indicator disappears this long after the last sign of typing. */
  typingShownMs: 3_000,
  /** Continued typing is forwarded this often. */
  typingRepeatMs: 1_000,
  /** Typing that goes on is sent again this often, so that the indicator stays. */
  typingRenewalMs: 2_000,
  /** Typing ends this long after the last keystroke. */
  typingIdleMs: 1_000,
} as const;

export { isMeetingProposal, type MeetingAction } from './message-types.ts';
export { type AgreedPart, agreedParts, type ChangedPart, changedParts } from './message-events.ts';

export type Side = 'buyer' | 'seller';

/** Whether a user is the buyer or the seller; null for neither. */
export function participantSide(
  conversation: { buyerId: string; sellerId: string },
  userId: string,
): Side | null {
  if (conversation.buyerId === userId) return 'buyer';
  return conversation.sellerId === userId ? 'seller' : null;
}

export function otherParticipantId(
  conversation: { buyerId: string; sellerId: string },
  userId: string,
): string {
  return conversation.buyerId === userId ? conversation.sellerId : conversation.buyerId;
}

/** Whether a conversation shows an unread dot: its last message is received and unread. */
export function isUnread(
  lastMessage: { readAt: string | null; senderId: string } | null,
  userId: string,
): boolean {
  return lastMessage !== null && lastMessage.readAt === null && lastMessage.senderId !== userId;
}
