import { sql } from 'drizzle-orm';
import type { Orm, Transaction } from '#platform/server/database/database.ts';

type RankedWord = { word: string; listings: number };

/** The words of a text as listings store them, in their order, with how many listings have each. */
export async function readSearchWords(orm: Orm | Transaction, text: string): Promise<RankedWord[]> {
  const { rows } = await orm.execute<RankedWord>(sql`SELECT w.lexeme AS word, coalesce(t.ndoc, 0) AS listings
    FROM unnest(to_tsvector('simple', search_text(${text}))) w
      LEFT JOIN search_terms t ON t.term = w.lexeme COLLATE "C"
    ORDER BY w.positions[array_upper(w.positions, 1)]`);
  return rows;
}
