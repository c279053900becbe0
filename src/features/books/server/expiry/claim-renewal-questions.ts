import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { RENEWAL_QUESTION_MS } from '../../rules.ts';
import { books } from '../table.ts';

type EndingListing = { id: string; sellerId: string };

/** Sellers per transaction: each gets one email about all listings that are due. */
const SELLER_BATCH_SIZE = 50;

/**
 * Claims listings in their last seven days, all of some sellers, whose owners get the question 'Still
 * selling?' in this transaction: once for each end, however often the job runs or fails. Renewing makes it
 * possible again. It waits for a locked listing: its seller would get a second email.
 */
export async function claimRenewalQuestions(tx: Transaction, now: Date): Promise<EndingListing[]> {
  const soon = new Date(now.getTime() + RENEWAL_QUESTION_MS);
  const end = sql`greatest(expires_at, boosted_until)`;
  const isDue = sql`is_active AND renewal_question_at IS NULL AND expires_at <= ${soon} AND ${end} > ${now} AND ${end} <= ${soon}`;
  const { rows } = await tx.execute<EndingListing>(sql`
    UPDATE ${books} SET renewal_question_at = ${now} WHERE id IN (
      SELECT id FROM ${books} WHERE ${isDue} AND seller_id IN (
        SELECT seller_id FROM (
          SELECT seller_id FROM ${books} WHERE ${isDue} ORDER BY expires_at, id LIMIT ${SELLER_BATCH_SIZE}) due)
      ORDER BY id FOR UPDATE)
    RETURNING id, seller_id AS "sellerId"`);
  return rows;
}
