import { deriveKey } from '#features/accounts/server/identity/passwords/hash-passwords.ts';

/** Wraps password hashing (`hashing: { derive: gate.derive }`). While closed, it blocks the running hash. */
export class HashingGate {
  /** How many hashes wait at the gate. */
  held = 0;
  #opened: PromiseWithResolvers<void> | null = null;

  readonly derive: typeof deriveKey = async (...asked) => {
    this.held += 1;
    await this.#opened?.promise;
    this.held -= 1;
    return deriveKey(...asked);
  };

  close(): void {
    this.#opened ??= Promise.withResolvers<void>();
  }

  open(): void {
    this.#opened?.resolve();
    this.#opened = null;
  }
}
