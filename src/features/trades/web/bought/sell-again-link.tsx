import { useQueryClient } from '@tanstack/react-query';
import { useTransport } from '#platform/web/transport-context.tsx';
import { LinkButton } from '#ui/actions/button.tsx';
import type { BoughtBook } from '../../contract.ts';
import { boughtBookQuery } from '../trade-queries.ts';

/** Opens the form of a new listing, filled in from the bought book. */
export function SellAgainLink({ book, variant }: { book: BoughtBook; variant: 'quiet' | 'soft-green' }) {
  const queries = useQueryClient();
  const { queryKey } = boughtBookQuery(useTransport(), book.id);
  return (
    <LinkButton
      variant={variant}
      size="slim"
      href={`/add-listing?again=${book.id}`}
      aria-label={`Sell again, ${book.title}`}
      onClick={() => queries.setQueryData(queryKey, book)}
    >
      Sell again
    </LinkButton>
  );
}
