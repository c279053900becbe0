import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { APPEAL_MONTHS } from '../../rules.ts';

/** SQL: whether it is less than six months since that time, as `toAppealEnd` counts them. */
export const isInAppealTimeSql = (at: AnyColumn | SQL, now: Date): SQL =>
  sql`(${at} at time zone 'UTC' + interval '${sql.raw(String(APPEAL_MONTHS))} months') at time zone 'UTC' > ${now}`;
