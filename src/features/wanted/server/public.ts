export { COUNT_WANTED_SQL } from './count-wanted.ts';
