import { HOUR_MS } from '#platform/shared/durations.ts';

/** How long a boost lasts. Pure: no I/O. */

/** Hours of a boost, for one payment. */
export const BOOST_HOURS = 72;

/** When a boost that is paid now starts and ends: it follows the boosts that still run. */
export function boostPeriod(boostedUntil: Date | null, now: Date): { startsAt: Date; endsAt: Date } {
  const startsAt = boostedUntil !== null && boostedUntil > now ? boostedUntil : now;
  return { startsAt, endsAt: new Date(startsAt.getTime() + BOOST_HOURS * HOUR_MS) };
}

/** The remaining time of a boost; all of it while earlier boosts run. */
export function remainingBoostMs({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }, now: Date): number {
  return Math.max(0, endsAt.getTime() - Math.max(startsAt.getTime(), now.getTime()));
}

/**
 * The end of a listing's boosted time once one boost is revoked: earlier by the remaining time of that
 * boost.
 */
export function boostEndAfterRevoke(
  boostedUntil: Date | null,
  revoked: { startsAt: Date; endsAt: Date },
  now: Date,
): Date | null {
  if (boostedUntil === null) return null;
  const until = new Date(boostedUntil.getTime() - remainingBoostMs(revoked, now));
  return until > now ? until : null;
}
