import type { ReactNode } from 'react';
import { LinkButton } from '#ui/actions/button.tsx';
import { Panel } from '#ui/layout/list.tsx';
import { NOTHING_FOR_SALE } from '#ui/states/page-illustrations.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';

/** Replaces a payment form and says why payment is not possible now. */
export const PaymentUnavailable = ({ children }: { children: ReactNode }) => (
  <Panel stack>
    <p>{children}</p>
    <LinkButton href="/profile" wide variant="quiet">
      See it in your profile
    </LinkButton>
  </Panel>
);

/** A payment screen of an installation that sells nothing. */
export const PurchasesClosed = () => (
  <EmptyState
    illustration={NOTHING_FOR_SALE}
    title="Not available"
    text="Boosts and ad-free aren't available right now."
    action={<LinkButton href="/">Browse Books</LinkButton>}
  />
);
