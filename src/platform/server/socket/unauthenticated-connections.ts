/** What has not said yet who it is, counted by where it comes from. */
export class UnauthenticatedConnections<T extends object> {
  readonly #senders = new Map<T, string>();
  readonly #counts = new Map<string, number>();

  get size(): number {
    return this.#senders.size;
  }

  /** How many of a sender's there are. */
  of(sender: string): number {
    return this.#counts.get(sender) ?? 0;
  }

  add(one: T, sender: string): void {
    this.#senders.set(one, sender);
    this.#counts.set(sender, this.of(sender) + 1);
  }

  /** It has said who it is, or is gone. A second time changes nothing. */
  delete(one: T): void {
    const sender = this.#senders.get(one);
    if (sender === undefined) return;
    this.#senders.delete(one);
    const left = this.of(sender) - 1;
    if (left === 0) this.#counts.delete(sender);
    else this.#counts.set(sender, left);
  }
}
