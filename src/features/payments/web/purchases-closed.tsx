import { LinkButton } from '#ui/actions/button.tsx';
import { NOTHING_FOR_SALE } from '#ui/states/page-illustrations.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';

/** A payment screen of an installation that sells nothing. */
export const PurchasesClosed = () => (
  <EmptyState
    illustration={NOTHING_FOR_SALE}
    title="Not available"
    text="Boosts and ad-free aren't available right now."
    action={<LinkButton href="/">Browse Books</LinkButton>}
  />
);
