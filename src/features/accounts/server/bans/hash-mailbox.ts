import type { Secrets } from '#platform/server/secrets/secrets.ts';

/**
 * A mailbox as other tables than `users` store it: unreadable. The purpose is part of the hash: those of two
 * purposes cannot be compared.
 */
export const hashMailbox = (secrets: Pick<Secrets, 'sign'>, purpose: string, mailbox: string): string =>
  secrets.sign(purpose, mailbox);

/** The purpose of the hashes by which the use of a day outlives its account. */
export const USAGE_HASH = 'usage';
