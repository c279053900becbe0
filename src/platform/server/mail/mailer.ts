import type { Transaction } from '../database/database.ts';

export type EmailMessage = {
  /** One address. */
  to: string;
  subject: string;
  /** Plain text; lines end with '\n'. */
  text: string;
  /** Where an answer goes, if not to the sender. */
  replyTo?: string;
  /** The id of the user that it is about. */
  aboutUserId?: string;
};

/** Sends mail from the queue in the database: what is committed is delivered, retried with backoff, at least once. */
export type Mailer = {
  /** 'outbox': no mail server is set; mails land in the log and in `outbox/` of the data directory. */
  readonly kind: 'smtp' | 'outbox';
  /** Queues a mail in the transaction that causes it. */
  send(tx: Transaction, message: EmailMessage): Promise<void>;
  /**
   * Takes back what still waits for this address, is to be answered to it, or speaks of whoever has this id, and what of that lies in
   * the outbox.
   */
  deleteQueued(tx: Transaction, addressOrId: string): Promise<void>;
};
