/** How long a boost lasts. Pure: no I/O, nothing but the language. */

/** Hours of a boost, for one payment. */
export const BOOST_HOURS = 72;

/** When a boost that is paid now starts and ends: it follows the boosts that still run. */
export function boostPeriod(boostedUntil: Date | null, now: Date): { startsAt: Date; endsAt: Date } {
  const startsAt = boostedUntil !== null && boostedUntil > now ? boostedUntil : now;
  return { startsAt, endsAt: new Date(startsAt.getTime() + BOOST_HOURS * 3600_000) };
}

/** What is left of a boost; all of it while the boosts before it run. */
export function remainingBoostMs({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }, now: Date): number {
  return Math.max(0, endsAt.getTime() - Math.max(startsAt.getTime(), now.getTime()));
}

/** When the listing is boosted until after one of its boosts is revoked: earlier by what was left of that one. */
export function boostEndAfterRevoke(
  boostedUntil: Date | null,
  revoked: { startsAt: Date; endsAt: Date },
  now: Date,
): Date | null {
  if (boostedUntil === null) return null;
  const until = new Date(boostedUntil.getTime() - remainingBoostMs(revoked, now));
  return until > now ? until : null;
}
