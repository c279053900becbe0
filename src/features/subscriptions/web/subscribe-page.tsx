import { useQuery } from '@tanstack/react-query';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { useSession } from '#features/accounts/web/public.ts';
import type { PaymentProvider } from '#features/payments/contract.ts';
import {
  Benefits,
  PaymentPanel,
  formatOfferPrice,
  PurchasesClosed,
  PaymentUnavailable,
  TestModeStrip,
} from '#features/payments/web/lazy.ts';
import { paymentProviderQuery } from '#features/payments/web/public.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useBack } from '#platform/web/navigation/use-back.ts';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Spinner } from '#ui/actions/button.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { Panel } from '#ui/layout/list.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { Shelf } from '#ui/layout/shelf.tsx';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { ErrorState, OfflineState } from '#ui/states/empty-state.tsx';
import type { SubscriptionEndpoints } from '../contract.ts';
import { adFreeOffer } from './ad-free-offer.ts';
import { useSubscriptionView } from './subscription-view.ts';
import { SubscriptionStatusText } from './subscription-status.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import listStyles from '#ui/layout/list.module.css';
import formSkeletonsStyles from '#ui/states/form-skeletons.module.css';
import styles from './subscribe-page.module.css';

/** The payment for ad-free access. */
export default function SubscribePage() {
  const session = useSession();
  const { data: provider, ...asked } = useQuery(paymentProviderQuery(useTransport()));
  const askAgain = useOfflineRetry(asked);
  return (
    <AppShell>
      <TestModeStrip provider={provider} />
      <TitleHeader title={t('subscriptions.offer.title')} back={useBack('/profile')} />
      <Main id="main" middle={provider === null || asked.isError || askAgain !== null}>
        {askAgain !== null && <OfflineState level={2} onRetry={askAgain} />}
        {asked.isPending && askAgain === null && <Preparing />}
        {asked.isError && (
          <ErrorState
            title={t('subscriptions.page.error')}
            retrying={asked.isFetching}
            onRetry={() => void asked.refetch()}
          />
        )}
        {provider === null && <PurchasesClosed />}
        {provider && session.status === 'signed-in' && (
          <>
            <Premium />
            <Payable provider={provider} user={session.user} />
          </>
        )}
      </Main>
    </AppShell>
  );
}

function Premium() {
  const offer = adFreeOffer();
  const name = t('subscriptions.premium.name');
  return (
    <section className={cx(listStyles.panel, styles.premium)} aria-label={name}>
      <Shelf wide />
      <h2>{name}</h2>
      <p>
        {rich('subscriptions.premium.price', {
          amount: (price) => <span className={shared.amount}>{price}</span>,
          term: (term) => <span className={shared.soft}>{term}</span>,
          price: formatOfferPrice(offer),
        })}
      </p>
      <Benefits offer={offer} />
    </section>
  );
}

const Preparing = () => (
  <Panel className={formSkeletonsStyles.preparing} role="status">
    <Spinner big />
    <p className={cx(shared.small, shared.soft)}>{t('subscriptions.page.loading')}</p>
  </Panel>
);

function Payable({ provider, user }: { provider: PaymentProvider; user: CurrentUser }) {
  const transport = useTransport();
  const { shown, isPending, askAgain } = useSubscriptionView(user);
  if (askAgain !== null) return <OfflineState level={3} onRetry={askAgain} />;
  if (isPending) return <Preparing />;
  if (shown && ['active', 'renewing', 'ending'].includes(shown.state))
    return (
      <PaymentUnavailable>
        {shown.adFreeUntil !== null && <b>{`${t('subscriptions.page.ad-free')} `}</b>}
        <SubscriptionStatusText shown={shown} />
      </PaymentUnavailable>
    );
  const isLate = shown?.state === 'retrying' || shown?.state === 'unpaid';
  return (
    <>
      {shown && (isLate || shown.adFreeUntil !== null) && (
        <InlineAlert {...(isLate && { tone: 'warning', icon: 'alert' })}>
          <SubscriptionStatusText shown={shown} />
          {shown.state === 'retrying' && ` ${t('subscriptions.page.other-card')}`}
        </InlineAlert>
      )}
      <PaymentPanel
        offer={adFreeOffer()}
        provider={provider}
        about={user.id}
        begin={() =>
          apiClient<SubscriptionEndpoints>(transport).call('POST /api/create-adfree-purchase', {
            body: {},
          })
        }
        refusal={({ status, detail }) =>
          status === 409 ? <PaymentUnavailable>{detail}</PaymentUnavailable> : null
        }
      />
    </>
  );
}
