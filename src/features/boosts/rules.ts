/** How long a boost lasts. Pure: no I/O, nothing but the language. */

/** Hours that one payment gives. */
export const BOOST_HOURS = 72;

/** When a boost that is paid now begins and ends: another one is added to what is left. */
export function boostPeriod(boostedUntil: Date | null, now: Date): { startsAt: Date; endsAt: Date } {
  const startsAt = boostedUntil !== null && boostedUntil > now ? boostedUntil : now;
  return { startsAt, endsAt: new Date(startsAt.getTime() + BOOST_HOURS * 3600_000) };
}

/** Milliseconds that a boost has still to give; all of them while those before it run. */
export function remainingBoostMs({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }, now: Date): number {
  return Math.max(0, endsAt.getTime() - Math.max(startsAt.getTime(), now.getTime()));
}

/** When the listing's boost ends once one of its boosts is taken back: what that one had still to give is taken off. */
export function boostEndAfterRevoke(
  boostedUntil: Date | null,
  revoked: { startsAt: Date; endsAt: Date },
  now: Date,
): Date | null {
  if (boostedUntil === null) return null;
  const until = new Date(boostedUntil.getTime() - remainingBoostMs(revoked, now));
  return until > now ? until : null;
}
