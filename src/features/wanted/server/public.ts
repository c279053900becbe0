export { COUNT_WANTED_SQL } from './count-wanted.ts';
export { countWantersSql } from './count-wanters.ts';
