export { mountMeetings } from './mount.ts';
export { meetingPersonalData } from './personal-data.ts';
export { meetingsOfEndedReservation } from './settle-meeting.ts';
