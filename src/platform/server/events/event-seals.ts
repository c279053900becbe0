import { randomUUID } from 'node:crypto';
import type { Clock } from '#platform/shared/clock.ts';
import { seal, unseal } from '../secrets/seal.ts';

/** An envelope may be that old, or that far ahead: longer than it travels, and than clocks differ. */
const MAX_AGE_MS = 60_000;

/** Why an envelope of the carrier is dropped. Each is a label of the counter in `/metrics`. */
const dropReasons = ['unsealed', 'expired', 'repeated'] as const;
type DropReason = (typeof dropReasons)[number];

/** `from` is the process, `n` its count of envelopes, `at` its time in milliseconds. */
type Stamp = { from: string; n: number; at: number };

type Sender = { n: number; at: number };

/** Seals and opens texts of a carrier: who may connect to it can listen and send, too. `key`: 32 bytes as hex. */
export class EventSeals {
  readonly dropped: ReadonlyMap<string, number>;
  readonly #dropped = new Map<DropReason, number>(dropReasons.map((reason) => [reason, 0]));
  readonly #key: string;
  readonly #clock: Clock;
  readonly #self = randomUUID();
  readonly #senders = new Map<string, Sender>();
  #sent = 0;

  constructor(key: string, clock: Clock) {
    this.#key = key;
    this.#clock = clock;
    this.dropped = this.#dropped;
  }

  /** The content must be an object that survives JSON. */
  seal(content: object): string {
    const stamp: Stamp = { from: this.#self, n: (this.#sent += 1), at: this.#clock.now().getTime() };
    return seal(this.#key, JSON.stringify({ ...content, ...stamp }));
  }

  /**
   * The content; null for this process's own, and for what is dropped: without a valid seal, older than a
   * minute, or delivered before, which one number tells because a sender's envelopes come in order.
   */
  open(sealed: string): object | null {
    const text = unseal(this.#key, sealed);
    if (text === null) return this.#drop('unsealed');
    // Sealed by a process of this installation: it is what `seal` has written.
    const { from, n, at, ...content } = JSON.parse(text) as Stamp;
    if (from === this.#self) return null;
    const now = this.#clock.now().getTime();
    if (Math.abs(now - at) > MAX_AGE_MS) return this.#drop('expired');
    const last = this.#senders.get(from);
    if (last !== undefined && n <= last.n) return this.#drop('repeated');
    if (last === undefined) this.#forgetEnded(now);
    this.#senders.set(from, { n, at });
    return content;
  }

  #drop(reason: DropReason): null {
    this.#dropped.set(reason, this.#dropped.get(reason)! + 1);
    return null;
  }

  /** Senders whose last envelope would be dropped for its age. */
  #forgetEnded(now: number): void {
    for (const [from, { at }] of this.#senders)
      if (Math.abs(now - at) > MAX_AGE_MS) this.#senders.delete(from);
  }
}
