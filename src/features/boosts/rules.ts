/** How long a boost lasts. Pure: no I/O, nothing but the language. */

/** Hours that one payment gives. */
export const boostHours = 72;

/** When a boost that is paid now begins and ends: another one is added to what is left. */
export function boostPeriod(boostedUntil: Date | null, now: Date): { startsAt: Date; endsAt: Date } {
  const startsAt = boostedUntil !== null && boostedUntil > now ? boostedUntil : now;
  return { startsAt, endsAt: new Date(startsAt.getTime() + boostHours * 3600_000) };
}

/** Milliseconds that a boost has still to give; all of them while those before it run. */
export function leftOf({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }, now: Date): number {
  return Math.max(0, endsAt.getTime() - Math.max(startsAt.getTime(), now.getTime()));
}

/** When the listing's boost ends once one of its boosts is taken back: what that one had still to give is taken off. */
export function withoutBoost(
  boostedUntil: Date | null,
  revoked: { startsAt: Date; endsAt: Date },
  now: Date,
): Date | null {
  if (boostedUntil === null) return null;
  const until = new Date(boostedUntil.getTime() - leftOf(revoked, now));
  return until > now ? until : null;
}
