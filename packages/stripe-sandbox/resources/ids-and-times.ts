import { randomBytes } from 'node:crypto';

export const DAY_SECONDS = 86_400;

/** Stripe's times are seconds since 1970. */
export const toUnixSeconds = (time: Date) => Math.floor(time.getTime() / 1000);
export const fromUnixSeconds = (secondsSince1970: number) => new Date(secondsSince1970 * 1000);

const ID_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // Bytes above the last multiple of 62 would make some letters more likely.
      if (byte < ID_ALPHABET.length * 4 && text.length < length)
        text += ID_ALPHABET[byte % ID_ALPHABET.length]!;
    }
  }
  return text;
}

/** An id as Stripe writes them: `pi_…`. */
export const newSandboxId = (prefix: string) => `${prefix}_${randomText(24)}`;
