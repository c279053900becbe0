export { mountMeetings } from './mount.ts';
