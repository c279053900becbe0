import type { ReadableDatabase, Transaction } from '#platform/server/database/database.ts';
import type { books } from '../table.ts';

/** What a listing says of its work, as it is stored with it. */
export type RecognizedBook = Pick<
  typeof books.$inferSelect,
  'workKeys' | 'editionNumber' | 'recognitionVersion'
>;
type Described = Pick<typeof books.$inferSelect, 'title' | 'author' | 'isbn'>;

/** What listings need of the feature of editions, which lies above them and knows which ISBNs are one work. */
export type BookWorks = {
  recognize(book: Described): RecognizedBook;
  /**
   * Gives an ISBN its work, in the transaction that has written a listing of it: one statement. `isbns`: 13
   * digits, null for a listing without one.
   */
  assign(tx: Transaction, isbns: readonly (string | null)[], now: Date): Promise<void>;
  /** Whether the work of an ISBN has other ISBNs. */
  hasOtherIsbns(from: ReadableDatabase, isbn: string): Promise<boolean>;
  /** SQL that selects a column `isbn`: the given ISBN (SQL) and the others of its work, at most 50 in all. */
  isbnsOfWorkSql(isbn: string): string;
};
