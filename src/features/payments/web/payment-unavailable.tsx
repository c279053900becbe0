import type { ReactNode } from 'react';
import { LinkButton } from '#ui/actions/button.tsx';
import { Panel } from '#ui/layout/list.tsx';

/** Replaces a payment form and says why payment is not possible now. */
export const PaymentUnavailable = ({ children }: { children: ReactNode }) => (
  <Panel stack>
    <p>{children}</p>
    <LinkButton href="/profile" wide variant="quiet">
      See it in your profile
    </LinkButton>
  </Panel>
);
