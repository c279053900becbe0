/** What messages tell about meetings. The feature of meetings has their rules. */

export const meetingStates = ['proposed', 'accepted', 'changed', 'canceled', 'expired', 'past'] as const;
export type MeetingState = (typeof meetingStates)[number];

/** What a message of type 'meeting' does: the first two are proposals, and have the id of their meeting. */
export const meetingActions = ['proposed', 'changed', 'accepted', 'canceled'] as const;
export type MeetingAction = (typeof meetingActions)[number];

/** Shown as a card. What one of the two did with it is a line. */
export const isMeetingProposal = (action: MeetingAction): boolean =>
  action === 'proposed' || action === 'changed';

/** A meeting as it is stored with its message. `state` is up to date in proposals alone. */
export type StoredMeeting = {
  id: string;
  action: MeetingAction;
  place: string;
  hint: string | null;
  startsAt: string;
  endsAt: string;
  /** Of the campus, by the IANA. */
  timeZone: string;
  state: MeetingState;
  /** Who has changed or canceled it; null: nobody of the two. */
  endedById: string | null;
  /** It was accepted, and may be in calendars. */
  wasAccepted: boolean;
  /** The new end of the reservation, where this action has changed it. */
  reservedUntil?: string | undefined;
};

/** The meeting that is planned in a conversation, as it is stored with that. */
export type PlannedMeeting = Pick<
  StoredMeeting,
  'id' | 'place' | 'startsAt' | 'endsAt' | 'timeZone' | 'state'
> & {
  proposerId: string;
  /** Visible to its proposer only. */
  isWithheld: boolean;
};

/** A proposal is over when its time begins, an accepted meeting when its time ends. */
export function currentMeetingState(
  { state, startsAt, endsAt }: Pick<StoredMeeting, 'state' | 'startsAt' | 'endsAt'>,
  now: Date,
): MeetingState {
  if (state === 'proposed' && new Date(startsAt) <= now) return 'expired';
  return state === 'accepted' && new Date(endsAt) <= now ? 'past' : state;
}
