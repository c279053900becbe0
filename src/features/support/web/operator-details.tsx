import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { cx } from '#ui/class-names.ts';
import { Panel } from '#ui/layout/list.tsx';
import { ErrorState, OfflineState } from '#ui/states/empty-state.tsx';
import type { Imprint } from '../contract.ts';
import { imprintQuery } from './imprint-query.ts';
import shared from '#ui/shared.module.css';
import styles from './legal.module.css';

export const MailLink = ({ email }: { email: string }) => (
  <a className={styles.mail} dir="ltr" href={`mailto:${email}`}>
    {email}
  </a>
);

/** Shows what the operator has filled in, once it is loaded. */
export function WithImprint({ children }: { children: (imprint: Imprint) => ReactNode }) {
  const imprint = useQuery(imprintQuery(useTransport()));
  const askAgain = useOfflineRetry(imprint);
  if (imprint.data !== undefined) return children(imprint.data);
  if (askAgain !== null) return <OfflineState level={2} onRetry={askAgain} />;
  if (!imprint.isError) return null;
  return (
    <ErrorState
      title={t('support.imprint.failed')}
      retrying={imprint.isFetching}
      onRetry={() => void imprint.refetch()}
    />
  );
}

/** Name and addresses of the operator, or that they are missing. */
export function OperatorDetails({ imprint: { name, address, email } }: { imprint: Imprint }) {
  const isEmpty = name === null && address === null && email === null;
  return (
    <Panel role="group" aria-label={t('support.imprint.operator')}>
      {isEmpty && <p className={shared.soft}>{t('support.imprint.empty')}</p>}
      {name !== null && (
        <p>
          <b dir="auto">{name}</b>
        </p>
      )}
      {address !== null && (
        <address className={cx(styles.address)} dir="auto">
          {address}
        </address>
      )}
      {email !== null && (
        <p>
          <MailLink email={email} />
        </p>
      )}
    </Panel>
  );
}
