import type { CarrierListener, EventCarrier, OpenCarrier } from './event-carrier.ts';

const TEXT = /^(\d{1,10}) ([^]*)$/;

/**
 * One carrier of a process for the markets of a cell. A text carries the number of its market in front, and what
 * follows is sealed with a key of that market alone.
 */
export class CellCarrier {
  readonly #openCarrier: OpenCarrier;
  readonly #listeners = new Map<number, Set<CarrierListener>>();
  #carrier: Promise<EventCarrier> | null = null;
  #isListening = false;

  constructor(openCarrier: OpenCarrier) {
    this.#openCarrier = openCarrier;
  }

  /** The carrier of a market that is open here. What arrives for others is dropped. */
  forMarket(market: number): OpenCarrier {
    return async (listener) => {
      const carrier = await (this.#carrier ??= this.#open());
      const own = this.#listeners.get(market) ?? new Set();
      this.#listeners.set(market, own.add(listener));
      if (this.#isListening) listener.onListening();
      else listener.onInterrupted();
      return {
        send: (text) => carrier.send(`${market} ${text}`),
        ping: () => carrier.ping(),
        close: async () => {
          own.delete(listener);
          if (own.size === 0 && this.#listeners.get(market) === own) this.#listeners.delete(market);
        },
      };
    };
  }

  /** After all markets. */
  async close(): Promise<void> {
    const carrier = await this.#carrier?.catch(() => null);
    await carrier?.close();
  }

  #open(): Promise<EventCarrier> {
    const opening = this.#openCarrier({
      onText: (text) => this.#deliver(text),
      onInterrupted: () => {
        this.#isListening = false;
        for (const listener of this.#all()) listener.onInterrupted();
      },
      onListening: () => {
        this.#isListening = true;
        for (const listener of this.#all()) listener.onListening();
      },
      onSendable: () => {
        for (const listener of this.#all()) listener.onSendable();
      },
    });
    // The next market tries again.
    opening.catch(() => (this.#carrier = null));
    return opening;
  }

  #deliver(text: string): void {
    const [, market, sealed] = TEXT.exec(text) ?? [];
    if (sealed === undefined) return;
    for (const listener of this.#listeners.get(Number(market)) ?? []) listener.onText(sealed);
  }

  #all(): CarrierListener[] {
    return [...this.#listeners.values()].flatMap((own) => [...own]);
  }
}
