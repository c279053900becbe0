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
import { useNow } from '#platform/web/now.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Spinner } from '#ui/button.tsx';
import { TitleHeader } from '#ui/header.tsx';
import { Panel } from '#ui/list.tsx';
import { Note } from '#ui/notes.tsx';
import { Shelf } from '#ui/shelf.tsx';
import { App, Main } from '#ui/shell.tsx';
import { ErrorState } from '#ui/state.tsx';
import { Time } from '#ui/time.tsx';
import type { Subscription, SubscriptionCalls } from '../contract.ts';
import { isAdFree } from '../rules.ts';
import { adFreeOffer } from './ad-free-offer.ts';
import { subscriptionQuery } from './subscription-query.ts';

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
  const subscribed = isAdFree(user, useNow());
  const asked = useQuery({ ...subscriptionQuery(transport, user), enabled: subscribed });
  const subscription = asked.data ?? null;
  if (subscribed && asked.isPending) return <Looking />;
  if (subscription?.state === 'active' || subscription?.state === 'ending') {
    return <AlreadyAdFree subscription={subscription} />;
  }
  return (
    <>
      {subscription?.state === 'retrying' && <RenewalFailed subscription={subscription} />}
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

function AlreadyAdFree({ subscription: { state, paidThrough } }: { subscription: Subscription }) {
  const now = useNow().getTime();
  const until = paidThrough !== null && <Time at={paidThrough} now={now} form="date" />;
  return (
    <Refused>
      <b>You are ad-free.</b>{' '}
      {state === 'active' ? (
        <>It renews on {until}.</>
      ) : (
        <>It ends on {until}; you can undo that until then.</>
      )}
    </Refused>
  );
}

function RenewalFailed({ subscription: { expiresAt } }: { subscription: Subscription }) {
  const now = useNow().getTime();
  return (
    <Note tone="warning" icon="alert">
      Your last renewal did not go through.
      {expiresAt !== null && (
        <>
          {' '}
          You stay ad-free until <Time at={expiresAt} now={now} form="date" />; pay with another card to go
          on.
        </>
      )}
    </Note>
  );
}
