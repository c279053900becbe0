type TypingUsers = Readonly<Record<string, readonly string[]>>;

/** Which users are typing, by conversation. A user who is not reported again disappears. */
export class TypingIndicators {
  readonly #shownMs: number;
  readonly #onChanged: (users: TypingUsers) => void;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  #users: TypingUsers = {};

  constructor(shownMs: number, onChanged: (users: TypingUsers) => void) {
    this.#shownMs = shownMs;
    this.#onChanged = onChanged;
  }

  set(conversationId: string, senderId: string, isTyping: boolean): void {
    const key = `${conversationId} ${senderId}`;
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
    const others = (this.#users[conversationId] ?? []).filter((id) => id !== senderId);
    if (isTyping)
      this.#timers.set(
        key,
        setTimeout(() => this.set(conversationId, senderId, false), this.#shownMs),
      );
    else if (others.length === (this.#users[conversationId]?.length ?? 0)) return;
    this.#users = { ...this.#users, [conversationId]: isTyping ? [...others, senderId] : others };
    this.#onChanged(this.#users);
  }

  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#users = {};
    this.#onChanged(this.#users);
  }
}
