import { DAY_MS } from '#platform/shared/durations.ts';

const GRACE_MS = 3 * DAY_MS;

type Period = { end: number; paid: boolean; refunded: boolean };

/**
 * A short model of one user's ad-free months: no provider, no events, no rows. Times are milliseconds, in
 * whole seconds.
 */
export class AdFreeModel {
  state: 'active' | 'ending' | 'retrying' | 'ended' | null = null;
  #anchor = 0;
  #months = 0;
  #periods: Period[] = [];
  #chargeable = false;

  subscribe(now: number, chargeable: boolean): void {
    this.#chargeable = chargeable;
    if (this.state === 'retrying') this.#periods.at(-1)!.paid = true;
    else {
      [this.#anchor, this.#months] = [now, 1];
      this.#periods.push({ end: monthsAfter(now, 1), paid: true, refunded: false });
    }
    this.state = 'active';
  }

  cancel(): void {
    if (this.state === 'active') this.state = 'ending';
    else if (this.state === 'retrying') this.state = 'ended';
  }

  resume(): void {
    if (this.state === 'ending') this.state = 'active';
  }

  /** Refunds the last paid period. False if there is none. */
  refund(now: number): boolean {
    const period = this.#given().at(-1);
    if (period === undefined) return false;
    period.refunded = true;
    if (period.end > now) this.state = 'ended';
    return true;
  }

  pass(now: number): void {
    for (;;) {
      const { end } = this.#periods.at(-1) ?? { end: Infinity };
      if (this.state === 'retrying') {
        if (this.#periods.at(-2)!.end + GRACE_MS <= now) this.state = 'ended';
        return;
      }
      if (this.state === null || this.state === 'ended' || end > now) return;
      if (this.state === 'ending') {
        this.state = 'ended';
        return;
      }
      this.#months += 1;
      const next = monthsAfter(this.#anchor, this.#months);
      this.#periods.push({ end: next, paid: this.#chargeable, refunded: false });
      if (!this.#chargeable) this.state = 'retrying';
    }
  }

  shown(now: number): { flag: boolean; until: string | null; state: AdFreeModel['state'] } {
    const last = Math.max(...this.#given().map(({ end }) => end));
    if (!Number.isFinite(last)) return { flag: false, until: null, state: this.state };
    const until = this.state === 'retrying' ? last + GRACE_MS : last;
    return { flag: until > now, until: new Date(until).toISOString(), state: this.state };
  }

  #given = (): Period[] => this.#periods.filter(({ paid, refunded }) => paid && !refunded);
}

/** In a shorter month the period ends on the last day. */
function monthsAfter(anchor: number, months: number): number {
  const from = new Date(anchor);
  const last = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0)).getUTCDate();
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(from.getUTCMonth() + months);
  to.setUTCDate(Math.min(from.getUTCDate(), last));
  return to.getTime();
}
