import type { Transaction } from '../database/database.ts';

export type EmailMessage = {
  to: string;
  /** No text of users: a subject speaks for us. */
  subject: string;
  /** Plain text; lines end with '\n'. Text of users is passed through `defuseLinks`. */
  text: string;
  /** The Reply-To address, if it is not the sender. */
  replyTo?: string;
  /** Ends emails of this kind with one click (RFC 8058): a POST without further proof. */
  unsubscribeUrl?: string;
  /** Queued emails about a user are deleted with them. `DELETED_ACCOUNT`: the email outlives its account. */
  aboutUserId?: string;
};

/** What an email is about that is sent with the deletion of an account: it stays in the outbox. */
export const DELETED_ACCOUNT = 'deleted-account';

/** Committed emails are delivered at least once, from a queue in the database, with retries and backoff. */
export type Mailer = {
  /** 'outbox': without a mail server emails are written to the log and to `outbox/` in the data directory. */
  readonly kind: 'smtp' | 'outbox';
  send(tx: Transaction, message: EmailMessage): Promise<void>;
  /** Deletes queued emails and outbox files to this address, with it as Reply-To, or about the user with this id. */
  deleteQueued(tx: Transaction, addressOrId: string): Promise<void>;
};
