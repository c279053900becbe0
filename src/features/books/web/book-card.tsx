import { useQueryClient } from '@tanstack/react-query';
import type { MouseEvent, ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useNow } from '#platform/web/now.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { BookRow } from '#ui/display/book-row.tsx';
import { startCoverTransition } from '#ui/cover/cover-transition.ts';
import type { Book } from '../contract.ts';
import { isBoosted, isExpired } from '../rules.ts';
import { openBook } from './book-queries.ts';
import { boostTimeLeftText } from './boost-time-left.ts';
import { subjectText } from './subject-text.ts';
import { cardPhoto } from '#features/photos/web/public.ts';

type BookCardProps = {
  book: Book;
  /** The heart. */
  action?: ReactNode;
  /** Before the other badges. */
  badge?: ReactNode;
  /** The owner's buttons. */
  tools?: ReactNode;
  /** Whether it is among the first of the page: its photo loads eagerly. */
  first?: boolean;
};

export function BookCard({ book, badge, action, tools, first = false }: BookCardProps) {
  const now = useNow();
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const transport = useTransport();
  const href = `/book/${book.id}`;
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    openBook(queries, transport, book);
    startCoverTransition(event.currentTarget, () => navigate(href));
  };
  const boosted = book.soldAt === null && isBoosted(book, now);
  const expired = isExpired(book, now);
  return (
    <BookRow
      book={{
        ...book,
        subject: subjectText(book.subject),
        price: book.price,
        formerPrice: book.previousPrice,
        // 'Free' says more.
        rating: book.price === 0 ? null : book.priceRating,
        photo: cardPhoto(book, first),
        isReserved: book.reservedUntil !== null,
      }}
      href={href}
      onOpen={open}
      {...(book.soldAt !== null && { state: 'sold' as const })}
      {...(expired && { state: 'expired' as const })}
      {...(boosted && {
        state: 'boosted' as const,
        boostLeft: book.boostedUntil === null ? undefined : boostTimeLeftText(book.boostedUntil, now),
      })}
      badge={badge}
      action={action}
      tools={tools}
    />
  );
}
