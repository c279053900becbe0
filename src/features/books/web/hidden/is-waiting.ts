import type { Book } from '../../contract.ts';

/** A first listing of its account: nobody else sees it before a moderator has approved it. */
export const isWaiting = (book: Book): boolean => 'hiddenBy' in book && book.hiddenBy === 'review';
