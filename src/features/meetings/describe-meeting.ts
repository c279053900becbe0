import { isMeetingProposal, type MeetingAction, type StoredMeeting } from '#features/conversations/rules.ts';

const BEGINNINGS: Record<MeetingAction, string> = {
  proposed: 'Meeting',
  changed: 'Another meeting',
  accepted: 'Accepted the meeting',
  canceled: 'Canceled the meeting',
};

/**
 * 'Meeting: Sunday, November 22, 2:00 PM, Library entrance', for lists, push messages and the export. What
 * one of the two did with a meeting has no place: its proposer may have written it, and no warning checks
 * such a line.
 */
export const describeMeeting = ({
  action,
  startsAt,
  timeZone,
  place,
}: Pick<StoredMeeting, 'action' | 'startsAt' | 'timeZone' | 'place'>): string =>
  [
    `${BEGINNINGS[action]}: ${formatMeetingTime(startsAt, timeZone)}`,
    ...(isMeetingProposal(action) ? [place] : []),
  ].join(', ');

/** 'Sunday, November 22, 2:00 PM' on the clocks of the campus. */
function formatMeetingTime(startsAt: string, timeZone: string): string {
  const at = new Date(startsAt);
  const day = at.toLocaleDateString('en-US', { timeZone, weekday: 'long', month: 'long', day: 'numeric' });
  // Replaces the narrow space of newer versions of Unicode's data.
  const time = at.toLocaleTimeString('en-US', { timeZone, hour: 'numeric', minute: '2-digit' });
  return `${day}, ${time.replace('\u202f', ' ')}`;
}
