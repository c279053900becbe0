import type { Book } from '#features/books/contract.ts';
import { isBoosted } from '#features/books/rules.ts';
import { useOrigin } from '#features/payments/web/parts.ts';
import { useNow } from '#platform/web/now.tsx';
import { LinkButton } from '#ui/button.tsx';
import { IconLink } from '#ui/icon-button.tsx';

/** The way to boost a listing, among its owner's tools. */
export function BoostTool({ book }: { book: Book }) {
  const now = useNow();
  const origin = useOrigin();
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
