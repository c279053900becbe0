import { LinkButton } from '#ui/button.tsx';
import { NOTHING_FOR_SALE } from '#ui/page-illustrations.ts';
import { EmptyState } from '#ui/empty-state.tsx';

/** A payment screen of an installation that sells nothing. */
export const PurchasesClosed = () => (
  <EmptyState
    illustration={NOTHING_FOR_SALE}
    title="Not offered here"
    text="Boosts and ad-free access are not offered at the moment."
    action={<LinkButton href="/">Browse Books</LinkButton>}
  />
);
