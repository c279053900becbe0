import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { Book } from '../../contract.ts';
import type { BookContext } from '../book-events.ts';

export const AVAILABLE_BOOK_QUEUE = 'match-available-book';
type AvailableBookJob = { bookId: string };

type Matched = Pick<Book, 'isActive' | 'title' | 'author' | 'isbn' | 'subject' | 'price' | 'courses'> & {
  condition: string;
};

/** Enqueues the comparison of a listing with what users want, in the transaction that changes it. */
export async function enqueueAvailableBook(
  { jobs }: Pick<BookContext, 'jobs'>,
  tx: Transaction,
  bookId: string,
): Promise<void> {
  await jobs.enqueue(tx, AVAILABLE_BOOK_QUEUE, { bookId } satisfies AvailableBookJob);
}

/** Runs `work` for each listing that `enqueueAvailableBook` was called with: the feature of wanted entries. */
export const handleAvailableBooks = (
  jobs: Pick<ServerContext['jobs'], 'handle'>,
  work: (job: AvailableBookJob) => Promise<void>,
) => jobs.handle<AvailableBookJob>(AVAILABLE_BOOK_QUEUE, work);

/** Whether a listing may match more entries after an edit. */
export const mayMatchMore = (previous: Matched, current: Matched): boolean =>
  current.isActive &&
  (!previous.isActive || current.price < previous.price || matchedText(current) !== matchedText(previous));

/** What is corrected is as good as posted. */
const matchedText = ({ title, author, isbn, subject, condition, courses }: Matched): string =>
  JSON.stringify([title, author, isbn, subject, condition, courses]);
