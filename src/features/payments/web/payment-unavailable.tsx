import type { ReactNode } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { Panel } from '#ui/layout/list.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';

/** Replaces a payment form and says why payment is not possible now. */
export const PaymentUnavailable = ({ children }: { children: ReactNode }) => (
  <Panel stack>
    <p>{children}</p>
    <LinkButton href="/profile" wide variant="quiet">
      {t('payments.unavailable.profile')}
    </LinkButton>
  </Panel>
);

/** A payment screen of an installation that sells nothing. */
export const PurchasesClosed = () => (
  <EmptyState
    illustration="nothing-for-sale"
    title={t('payments.closed.title')}
    text={t('payments.closed.text')}
    action={<LinkButton href="/">{t('payments.closed.browse')}</LinkButton>}
  />
);
