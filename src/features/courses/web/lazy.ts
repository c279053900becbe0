/** For chunks that load after the first script. */
export { availabilityText } from './course-texts.ts';
