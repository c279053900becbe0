type OnChanged = (conversationId: string, users: readonly string[]) => void;

/** Which users are typing, by conversation. A user who is not reported again disappears. */
export class TypingIndicators {
  readonly #shownMs: number;
  readonly #onChanged: OnChanged;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #users = new Map<string, readonly string[]>();

  constructor(shownMs: number, onChanged: OnChanged) {
    this.#shownMs = shownMs;
    this.#onChanged = onChanged;
  }

  set(conversationId: string, senderId: string, isTyping: boolean): void {
    const key = `${conversationId} ${senderId}`;
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
    const others = (this.#users.get(conversationId) ?? []).filter((id) => id !== senderId);
    if (isTyping)
      this.#timers.set(
        key,
        setTimeout(() => this.set(conversationId, senderId, false), this.#shownMs),
      );
    else if (others.length === (this.#users.get(conversationId)?.length ?? 0)) return;
    const users = isTyping ? [...others, senderId] : others;
    this.#users.set(conversationId, users);
    this.#onChanged(conversationId, users);
  }

  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    for (const conversationId of this.#users.keys()) this.#onChanged(conversationId, []);
    this.#users.clear();
  }
}
