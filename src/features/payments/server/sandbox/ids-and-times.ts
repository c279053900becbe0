import { randomBytes } from 'node:crypto';

/** Times as the provider writes them. */
export const toUnixSeconds = (time: Date) => Math.floor(time.getTime() / 1000);
export const fromUnixSeconds = (secondsSince1970: number) => new Date(secondsSince1970 * 1000);

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** `length` letters and digits that nobody guesses. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // What does not divide evenly is thrown away.
      if (byte < letters.length * 4 && text.length < length) text += letters[byte % letters.length]!;
    }
  }
  return text;
}

/** An id as the provider's are: `pi_` and so on. */
export const newSandboxId = (prefix: string) => `${prefix}_${randomText(24)}`;
