import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { OwnUser } from '#features/accounts/contract.ts';
import { useSession } from '#features/accounts/web/public.ts';
import type { PaymentProvider } from '#features/payments/contract.ts';
import {
  Benefits,
  PaymentPanel,
  priceOf,
  PurchasesClosed,
  Refused,
  TestModeStrip,
} from '#features/payments/web/parts.ts';
import { paymentProviderQuery } from '#features/payments/web/public.ts';
import { client } from '#platform/shared/contract.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Spinner } from '#ui/button.tsx';
import { TitleHeader } from '#ui/header.tsx';
import { Panel } from '#ui/list.tsx';
import { Note } from '#ui/notes.tsx';
import { Shelf } from '#ui/shelf.tsx';
import { App, Main } from '#ui/shell.tsx';
import { ErrorState } from '#ui/state.tsx';
import type { SubscriptionCalls } from '../contract.ts';
import { adFreeOffer } from './ad-free-offer.ts';
import type { Shown } from './shown-subscription.ts';
import { SubscriptionWords } from './subscription-words.tsx';
import { useShownSubscription } from './use-shown-subscription.ts';

/** Paying for a month without advertisements, and every one after it. */
export default function SubscribePage({ back }: { back: ComponentProps<typeof TitleHeader>['back'] }) {
  const session = useSession();
  const { data: provider, ...asked } = useQuery(paymentProviderQuery(useTransport()));
  return (
    <App>
      <TestModeStrip provider={provider} />
      <TitleHeader title={adFreeOffer.title} back={back} />
      <Main id="main" middle={provider === null || asked.isError}>
        {asked.isError && (
          <ErrorState
            title="This offer could not be loaded"
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
    </App>
  );
}

const Premium = () => (
  <section className="panel premium" aria-label="BookSwap Premium">
    <Shelf wide />
    <h2>BookSwap Premium</h2>
    <p>
      <span className="big">{priceOf(adFreeOffer)}</span> <span className="soft">{adFreeOffer.term}</span>
    </p>
    <Benefits offer={adFreeOffer} />
  </section>
);

/** The form, or what there is instead of one for somebody who has paid. */
function Payable({ provider, user }: { provider: PaymentProvider; user: OwnUser }) {
  const transport = useTransport();
  const { shown, isPending } = useShownSubscription(user);
  if (isPending) return <Looking />;
  if (shown && ['active', 'renewing', 'ending'].includes(shown.state)) return <Subscribed shown={shown} />;
  const isLate = shown?.state === 'retrying' || shown?.state === 'unpaid';
  return (
    <>
      {shown && (isLate || shown.adFreeUntil !== null) && (
        <Note {...(isLate && { tone: 'warning', icon: 'alert' })}>
          <SubscriptionWords shown={shown} />
          {shown.state === 'retrying' && ' Pay with another card to go on.'}
        </Note>
      )}
      <PaymentPanel
        offer={adFreeOffer}
        provider={provider}
        about={user.id}
        begin={() =>
          client<SubscriptionCalls>(transport).call('POST /api/create-adfree-purchase', { body: {} })
        }
        refusal={({ status, detail }) => (status === 409 ? <Refused>{detail}</Refused> : null)}
      />
    </>
  );
}

const Looking = () => (
  <Panel className="preparing" role="status">
    <Spinner big />
    <p className="small soft">Looking up your subscription...</p>
  </Panel>
);

const Subscribed = ({ shown }: { shown: Shown }) => (
  <Refused>
    {shown.adFreeUntil !== null && <b>You are ad-free. </b>}
    <SubscriptionWords shown={shown} />
  </Refused>
);
