export const messageTypes = ['text', 'offer', 'event', 'meeting'] as const;
export type MessageType = (typeof messageTypes)[number];

/** What a message of type 'meeting' does: the first two are proposals, and have the id of their meeting. */
export const meetingActions = ['proposed', 'changed', 'accepted', 'canceled'] as const;
export type MeetingAction = (typeof meetingActions)[number];

/** Shown as a card. What one participant did with it is a line. */
export const isMeetingProposal = (action: MeetingAction): boolean =>
  action === 'proposed' || action === 'changed';
