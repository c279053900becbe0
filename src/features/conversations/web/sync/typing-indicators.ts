type Signs = Readonly<Record<string, readonly string[]>>;

/** Who is typing where. A sign goes out by itself, for each sender, unless it is given again. */
export class TypingIndicators {
  readonly #shown: number;
  readonly #changed: (signs: Signs) => void;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  #signs: Signs = {};

  /** `shown`: milliseconds. */
  constructor(shown: number, changed: (signs: Signs) => void) {
    this.#shown = shown;
    this.#changed = changed;
  }

  sign(conversationId: string, senderId: string, isTyping: boolean): void {
    const key = `${conversationId} ${senderId}`;
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
    const others = (this.#signs[conversationId] ?? []).filter((id) => id !== senderId);
    if (isTyping)
      this.#timers.set(
        key,
        setTimeout(() => this.sign(conversationId, senderId, false), this.#shown),
      );
    else if (others.length === (this.#signs[conversationId]?.length ?? 0)) return;
    this.#signs = { ...this.#signs, [conversationId]: isTyping ? [...others, senderId] : others };
    this.#changed(this.#signs);
  }

  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#signs = {};
    this.#changed(this.#signs);
  }
}
