/** How long a boost lasts. Pure: no I/O, nothing but the language. */

/** Hours that one payment gives. */
export const boostHours = 72;

/** When a boost that is paid now begins and ends: another one is added to what is left. */
export function boostPeriod(boostedUntil: Date | null, now: Date): { startsAt: Date; endsAt: Date } {
  const startsAt = boostedUntil !== null && boostedUntil > now ? boostedUntil : now;
  return { startsAt, endsAt: new Date(startsAt.getTime() + boostHours * 3600_000) };
}

/** When the listing's boost ends once one of its boosts is taken back: what that one had still to give is taken off. */
export function withoutBoost(
  boostedUntil: Date | null,
  revoked: { startsAt: Date; endsAt: Date },
  now: Date,
): Date | null {
  if (boostedUntil === null) return null;
  const left = Math.max(0, revoked.endsAt.getTime() - Math.max(revoked.startsAt.getTime(), now.getTime()));
  const until = new Date(boostedUntil.getTime() - left);
  return until > now ? until : null;
}
