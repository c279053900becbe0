import { isMeetingProposal, type MeetingAction } from '#features/conversations/rules.ts';

const BEGINNINGS: Record<MeetingAction, string> = {
  proposed: 'Meeting',
  changed: 'Another meeting',
  accepted: 'Accepted the meeting',
  canceled: 'Canceled the meeting',
};

/**
 * 'Meeting: Sunday, November 22, 2:00 PM, Library entrance', for lists, push messages and the export. What
 * one participant did with a meeting has no place: its proposer may have written it, and no warning checks
 * such a line.
 */
export const describeMeeting = ({
  action,
  startsAt,
  timeZone,
  place,
}: {
  action: MeetingAction;
  startsAt: Date;
  timeZone: string;
  place: string;
}): string =>
  [
    `${BEGINNINGS[action]}: ${formatMeetingTime(startsAt, timeZone)}`,
    ...(isMeetingProposal(action) ? [place] : []),
  ].join(', ');

/** 'Sunday, November 22, 2:00 PM' on the clocks of the campus. */
function formatMeetingTime(at: Date, timeZone: string): string {
  const day = at.toLocaleDateString('en-US', { timeZone, weekday: 'long', month: 'long', day: 'numeric' });
  // Replaces the narrow space of newer versions of Unicode's data.
  const time = at.toLocaleTimeString('en-US', { timeZone, hour: 'numeric', minute: '2-digit' });
  return `${day}, ${time.replace('\u202f', ' ')}`;
}
