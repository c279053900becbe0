import type { Book } from '#features/books/contract.ts';
import { isBoosted } from '#features/books/rules.ts';
import { useReturnState } from '#features/payments/web/lazy.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { LinkButton } from '#ui/actions/button.tsx';
import { IconLink } from '#ui/actions/icon-button.tsx';

type BoostButtonProps = {
  book: Book;
  /** An icon only, where other actions come first. */
  compact: boolean;
};

export function BoostButton({ book, compact }: BoostButtonProps) {
  const boosted = isBoosted(book, useNow());
  const link = { href: `/boost/${book.id}`, state: useReturnState() };
  if (boosted || compact) {
    const label = t(boosted ? 'boosts.action.boost-again' : 'boosts.action.boost');
    return <IconLink icon="boost" iconSize="s" soft label={label} of={book.title} {...link} />;
  }
  return (
    <LinkButton variant="boost" size="slim" icon="boost" {...link}>
      {t('boosts.action.boost')}
    </LinkButton>
  );
}
