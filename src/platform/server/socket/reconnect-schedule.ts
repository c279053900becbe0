import { LRUCache } from 'lru-cache';
import { atMostEntries } from '#platform/server/at-most-entries.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';

const SECOND_MS = 1_000;
/** Bounds of the measured rate, and the rate that is assumed before. */
const MIN_SOCKETS_PER_SECOND = 20;
const MAX_SOCKETS_PER_SECOND = 2_000;
const INITIAL_SOCKETS_PER_SECOND = 200;
/** Fewer authentications say nothing of the rate. */
const MIN_MEASURED_COUNT = 20;
const MEASURED_MS = 500;
/** Work of this time may wait, less than a socket has to authenticate. */
const MAX_WAITING_MS = 2_000;
/** The delay of the first socket that should reconnect: longer than a handshake. */
const MIN_DELAY_MS = 1_000;
/** Ten thousand sockets at fifty a second; browsers accept five minutes. */
const MAX_DELAY_MS = 4 * MINUTE_MS;
/** Moments that one network may have at a time in the queue of all; further ones are behind them. */
const MAX_SLOTS_OF_NETWORK = 30;
const MAX_NETWORKS = 1_000;

const EVERYONE = '';

/** The moments of a network in the queue of all, until the last of them. */
type Share = { slots: number; until: number };

/**
 * Spreads sockets that arrive at once, as after the restart of a proxy. Each beyond `atOnce` gets a moment to
 * reconnect, at the rate at which this process authenticates sockets while others wait: silent clients are no
 * work and slow none down. New sockets queue behind those that should reconnect, unless there is little to
 * do: a client may never reconnect.
 */
export class ReconnectSchedule {
  readonly #atOnce: number;
  #rate = INITIAL_SOCKETS_PER_SECOND;
  /** The moment that was given to the last socket of each queue. */
  readonly #lastSlots = new LRUCache<string, number>(atMostEntries(MAX_NETWORKS));
  readonly #shares = new LRUCache<string, Share>(atMostEntries(MAX_NETWORKS));
  /** Since when authentications wait; the fields below count how many have ended since, and how many succeeded. */
  #busySince: number | null = null;
  #ended = 0;
  #succeeded = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Whether a socket may open now, beside those that are not authenticated yet. */
  canOpen(now: number, unauthenticated: number, isReturning: boolean): boolean {
    if (!isReturning) {
      const isFirst = (this.#lastSlots.get(EVERYONE) ?? 0) <= now;
      return unauthenticated < (isFirst ? this.#atOnce : this.#atOnce / 2);
    }
    return unauthenticated < Math.max(this.#atOnce, (this.#rate * MAX_WAITING_MS) / SECOND_MS);
  }

  /**
   * The time until a socket that cannot open now should reconnect. A network that has used up its sockets, or
   * asks more often than its share, has a separate queue and makes nobody else wait. These divide the rate.
   */
  nextDelayMs(now: number, network: string, { isFull }: { isFull: boolean }): number {
    const share = this.#shareOf(network, now);
    const isOwn = isFull || share.slots >= MAX_SLOTS_OF_NETWORK;
    const queue = isOwn ? network : EVERYONE;
    const behind = Math.max(this.#lastSlots.get(queue) ?? 0, isOwn ? share.until : 0);
    const earliest = Math.max(behind, now + MIN_DELAY_MS);
    const queues = isOwn ? this.#countQueues(now, queue) : 1;
    const slot = Math.min(earliest + (queues * SECOND_MS) / this.#rate, now + MAX_DELAY_MS);
    this.#lastSlots.set(queue, slot);
    if (!isOwn) this.#shares.set(network, { slots: share.slots + 1, until: slot });
    return slot - now;
  }

  onWaiting(now: number): void {
    if (this.#busySince === null) this.#measureFrom(now);
  }

  /** An authentication has ended, and so many wait. Where most fail, the rate is that of an attack. */
  onEnded(now: number, { succeeded, waiting }: { succeeded: boolean; waiting: number }): void {
    if (this.#busySince === null) return;
    this.#ended += 1;
    if (succeeded) this.#succeeded += 1;
    const passedMs = now - this.#busySince;
    if (waiting > 0 && passedMs < MEASURED_MS) return;
    if (passedMs > 0 && this.#succeeded >= MIN_MEASURED_COUNT && this.#succeeded * 2 > this.#ended)
      this.#rate = Math.min(
        Math.max((this.#ended * SECOND_MS) / passedMs, MIN_SOCKETS_PER_SECOND),
        MAX_SOCKETS_PER_SECOND,
      );
    this.#measureFrom(waiting > 0 ? now : null);
  }

  #countQueues(now: number, own: string): number {
    let count = 1;
    for (const [queue, lastSlot] of this.#lastSlots) if (queue !== own && lastSlot > now) count += 1;
    return count;
  }

  #shareOf(network: string, now: number): Share {
    const share = this.#shares.get(network);
    return share === undefined || share.until <= now ? { slots: 0, until: 0 } : share;
  }

  #measureFrom(now: number | null): void {
    this.#busySince = now;
    this.#ended = 0;
    this.#succeeded = 0;
  }
}
