import { photoProblem } from '../contract.ts';
import type { Secrets } from '#platform/server/secrets/secrets.ts';
import { photoTimes } from '../rules.ts';

const PURPOSE = 'photo-upload';

/** A signed upload path, and its end. Its holder may store this one photo, once. */
export function signUploadUrl(secrets: Secrets, id: string, now: Date): { path: string; expiresAt: Date } {
  const expiresAt = new Date(now.getTime() + photoTimes.uploadUrlTtlMs);
  const expires = String(expiresAt.getTime());
  const signature = secrets.sign(PURPOSE, `${id}.${expires}`);
  return { path: `/objects/upload/${id}?${new URLSearchParams({ expires, signature })}`, expiresAt };
}

/** Throws 'invalid-upload-url' and 'upload-url-expired'; an accepted id is a UUID that we created. */
export function verifyUploadUrl(
  secrets: Secrets,
  address: { id: string; expires: unknown; signature: unknown },
  now: Date,
): void {
  const { id, expires, signature } = address;
  if (typeof expires !== 'string' || typeof signature !== 'string') throw photoProblem('invalid-upload-url');
  if (!secrets.verify(PURPOSE, `${id}.${expires}`, signature)) throw photoProblem('invalid-upload-url');
  if (!(Number(expires) > now.getTime())) throw photoProblem('upload-url-expired');
}
