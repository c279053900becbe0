export { mountProfiles } from './mount.ts';
export { profilePersonalData } from './personal-data.ts';
export { measureReplies } from './measure-replies.ts';
