import type { Secrets } from '#platform/server/secrets/secrets.ts';

/**
 * The same for all spellings of an email that reach one mailbox, and unreadable. The purpose is part of the
 * stored hashes: those of two purposes cannot be compared.
 */
export const hashMailbox = (secrets: Pick<Secrets, 'sign'>, purpose: string, email: string): string =>
  secrets.sign(purpose, canonicalEmail(email));

/** One spelling for a mailbox: lower case, without a plus suffix, and for Google without dots. */
function canonicalEmail(email: string): string {
  const normalized = email.normalize('NFC').trim().toLowerCase();
  const at = normalized.lastIndexOf('@');
  const local = normalized.slice(0, at).replace(/(?<=.)\+.*$/, '');
  const domain = normalized.slice(at + 1);
  return ['gmail.com', 'googlemail.com'].includes(domain)
    ? `${local.replaceAll('.', '')}@gmail.com`
    : `${local}@${domain}`;
}
