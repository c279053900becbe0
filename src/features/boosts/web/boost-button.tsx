import type { Book } from '#features/books/contract.ts';
import { isBoosted } from '#features/books/rules.ts';
import { useReturnState } from '#features/payments/web/lazy.ts';
import { useNow } from '#platform/web/now.tsx';
import { LinkButton } from '#ui/actions/button.tsx';
import { IconLink } from '#ui/actions/icon-button.tsx';

/** The link to boost a listing, among its owner's actions. */
export function BoostButton({ book }: { book: Book }) {
  const now = useNow();
  const origin = useReturnState();
  if (isBoosted(book, now)) {
    return (
      <IconLink
        icon="boost"
        iconSize="s"
        soft
        label="Boost again"
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
