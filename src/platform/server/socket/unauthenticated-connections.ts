/** Unauthenticated connections, counted by IP address. */
export class UnauthenticatedConnections<T extends object> {
  readonly #senders = new Map<T, string>();
  readonly #counts = new Map<string, number>();

  get size(): number {
    return this.#senders.size;
  }

  /** The number of a sender's connections. */
  of(sender: string): number {
    return this.#counts.get(sender) ?? 0;
  }

  add(one: T, sender: string): void {
    this.#senders.set(one, sender);
    this.#counts.set(sender, this.of(sender) + 1);
  }

  /** The connection has authenticated or closed. A second call changes nothing. */
  delete(one: T): void {
    const sender = this.#senders.get(one);
    if (sender === undefined) return;
    this.#senders.delete(one);
    const left = this.of(sender) - 1;
    if (left === 0) this.#counts.delete(sender);
    else this.#counts.set(sender, left);
  }
}
