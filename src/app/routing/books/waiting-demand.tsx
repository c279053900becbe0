import type { Book } from '#features/books/contract.ts';
import { WantedDemand } from '#features/wanted/web/lazy.ts';

/** Who waits for a listing that waits for review. Only its seller loads it. */
export default function WaitingDemand({ book: { isbn, courses } }: { book: Book }) {
  return isbn !== null && <WantedDemand isbn={isbn} courses={courses} isWaiting />;
}
