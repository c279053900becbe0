import { LinkButton } from '#ui/button.tsx';
import { NOTHING_FOR_SALE } from '#ui/page-spots.ts';
import { State } from '#ui/state.tsx';

/** A payment screen of an installation that sells nothing. */
export const PurchasesClosed = () => (
  <State
    spot={NOTHING_FOR_SALE}
    title="Not offered here"
    text="Boosts and ad-free access are not offered at the moment."
    action={<LinkButton href="/">Browse Books</LinkButton>}
  />
);
