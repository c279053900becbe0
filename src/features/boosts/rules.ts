import { HOUR_MS } from '#platform/shared/durations.ts';

/** Of one payment. */
export const BOOST_HOURS = 72;

type BoostPeriod = { startsAt: Date; endsAt: Date };

/** When a boost that is paid now starts and ends: it follows the boosts that still run. */
export function boostPeriod(boostedUntil: Date | null, now: Date): BoostPeriod {
  const startsAt = boostedUntil !== null && boostedUntil > now ? boostedUntil : now;
  return { startsAt, endsAt: new Date(startsAt.getTime() + BOOST_HOURS * HOUR_MS) };
}

const lengthOf = ({ startsAt, endsAt }: BoostPeriod): number => endsAt.getTime() - startsAt.getTime();

/** A listing's boosted time. `at`: the present, or since when the listing is hidden: its time stands still from then on. */
type BoostedTime = { boostedUntil: Date; at: Date };

/**
 * The remaining time of a boost; all of it while earlier boosts run. It is counted back from the end of the boosted time,
 * which gets back what a hidden listing loses, over the boosts that are paid after it.
 */
export function remainingBoostMs(
  boost: BoostPeriod,
  later: readonly BoostPeriod[],
  { boostedUntil, at }: BoostedTime,
): number {
  const after = later.reduce((sum, period) => sum + lengthOf(period), 0);
  return Math.min(lengthOf(boost), Math.max(0, boostedUntil.getTime() - after - at.getTime()));
}

/** The end of the boosted time without this remaining time of a boost; null: none is left. */
export function boostEndAfterRevoke({ boostedUntil, at }: BoostedTime, remainingMs: number): Date | null {
  const until = new Date(boostedUntil.getTime() - remainingMs);
  return until > at ? until : null;
}
