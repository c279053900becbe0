import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts and authenticates a text with a key of 32 bytes as hex; base64url. */
export function seal(key: string, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, Buffer.from(key, 'hex'), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** The text; null if it was sealed with another key, or is damaged. */
export function unseal(key: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  try {
    // The length is fixed: Node would accept a tag of four bytes, which is easier to guess.
    const options = { authTagLength: TAG_BYTES };
    const decipher = createDecipheriv(
      ALGORITHM,
      Buffer.from(key, 'hex'),
      bytes.subarray(0, IV_BYTES),
      options,
    );
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const rest = bytes.subarray(IV_BYTES + TAG_BYTES);
    return decipher.update(rest, undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}
