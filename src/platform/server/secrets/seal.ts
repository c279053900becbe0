import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

/** Encrypts and authenticates a text with a key of 32 bytes as hex; base64url. */
export function seal(key: string, text: string): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(algorithm, Buffer.from(key, 'hex'), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** The text; null if it was sealed with another key, or is not whole. */
export function unseal(key: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  try {
    const decipher = createDecipheriv(algorithm, Buffer.from(key, 'hex'), bytes.subarray(0, ivLength));
    decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
    const rest = bytes.subarray(ivLength + tagLength);
    return decipher.update(rest, undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}
