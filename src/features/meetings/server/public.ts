export { mountMeetings } from './mount.ts';
export { meetingPersonalData } from './personal-data.ts';
export { meetingsOfEndedReservation as reservationHook } from './settle-meeting.ts';
