import { HOUR_MS } from '#platform/shared/durations.ts';

/** Of one payment. */
export const BOOST_HOURS = 72;

type BoostPeriod = { startsAt: Date; endsAt: Date };

/** When a boost that is paid now starts and ends: it follows the boosts that still run. */
export function boostPeriod(boostedUntil: Date | null, now: Date): BoostPeriod {
  const startsAt = boostedUntil !== null && boostedUntil > now ? boostedUntil : now;
  return { startsAt, endsAt: new Date(startsAt.getTime() + BOOST_HOURS * HOUR_MS) };
}

/** The remaining time of a boost; all of it while earlier boosts run. */
export function remainingBoostMs({ startsAt, endsAt }: BoostPeriod, now: Date): number {
  return Math.max(0, endsAt.getTime() - Math.max(startsAt.getTime(), now.getTime()));
}

/** The end of a listing's boosted time once one boost is revoked: earlier by the remaining time of that. */
export function boostEndAfterRevoke(boostedUntil: Date | null, revoked: BoostPeriod, now: Date): Date | null {
  if (boostedUntil === null) return null;
  const until = new Date(boostedUntil.getTime() - remainingBoostMs(revoked, now));
  return until > now ? until : null;
}
