import type { Book } from '#features/books/contract.ts';
import { isBoosted } from '#features/books/rules.ts';
import { useReturnState } from '#features/payments/web/lazy.ts';
import { useNow } from '#platform/web/now.tsx';
import { LinkButton } from '#ui/actions/button.tsx';
import { IconLink } from '#ui/actions/icon-button.tsx';

type BoostButtonProps = {
  book: Book;
  /** An icon only, where other actions come first. */
  compact: boolean;
};

/** The link to boost a listing, among its owner's actions. */
export function BoostButton({ book, compact }: BoostButtonProps) {
  const now = useNow();
  const origin = useReturnState();
  const boosted = isBoosted(book, now);
  if (boosted || compact) {
    return (
      <IconLink
        icon="boost"
        iconSize="s"
        soft
        label={boosted ? 'Boost again' : 'Boost'}
        of={book.title}
        href={`/boost/${book.id}`}
        state={origin}
      />
    );
  }
  return (
    <LinkButton variant="boost" size="slim" icon="boost" href={`/boost/${book.id}`} state={origin}>
      Boost
    </LinkButton>
  );
}
