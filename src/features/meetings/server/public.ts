export { mountMeetings } from './mount.ts';
export { addPlace } from './places/change-places.ts';
export { listPlaces } from './places/list-places.ts';
export { proposeMeeting } from './propose-meeting.ts';
export { acceptMeeting } from './respond-to-meeting.ts';
export { meetingPersonalData } from './personal-data.ts';
export { meetingsOfEndedReservation as reservationHook } from './settle-meeting.ts';
