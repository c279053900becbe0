import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnUser } from '#features/accounts/contract.ts';
import { priceOf } from '#features/payments/web/parts.ts';
import { useNow } from '#platform/web/now.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { Facts, Panel } from '#ui/list.tsx';
import { Note } from '#ui/notes.tsx';
import { Section } from '#ui/shell.tsx';
import { Time } from '#ui/time.tsx';
import type { Subscription } from '../contract.ts';
import { isAdFree } from '../rules.ts';
import { adFreeOffer } from './ad-free-offer.ts';
import { subscriptionQuery } from './subscription-query.ts';
import { useSubscriptionActions } from './use-subscription-actions.ts';

/** A subscriber's ad-free time, on the profile: how long, what comes next, and the way out. */
export function AdFreeSection({ user }: { user: OwnUser }) {
  const adFree = isAdFree(user, useNow());
  const asked = useQuery({ ...subscriptionQuery(useTransport(), user), enabled: adFree });
  const subscription = asked.data ?? null;
  if (!adFree || subscription === null || subscription.state === 'ended') return null;
  return (
    <Section title="Ad-free">
      <AdFreePanel user={user} subscription={subscription} />
    </Section>
  );
}

type Running = Exclude<Subscription['state'], 'ended'>;

const badges: Record<Running, [tone: BadgeTone, words: string]> = {
  active: ['active', 'Active'],
  ending: ['inactive', 'Canceled'],
  retrying: ['inactive', 'Payment failed'],
};

function AdFreePanel({ user, subscription }: { user: OwnUser; subscription: Subscription }) {
  const { state, paidThrough, expiresAt } = subscription;
  const now = useNow().getTime();
  const [asked, setAsked] = useState(false);
  const { cancel, resume } = useSubscriptionActions(user);
  const [tone, words] = badges[state as Running];
  const until = expiresAt && <Time at={expiresAt} now={now} form="date" />;
  return (
    <Panel className="subscription">
      <div className="row between">
        <b className="serif">BookSwap Premium</b>
        <Badge tone={tone}>{words}</Badge>
      </div>
      {state === 'retrying' && (
        <Note tone="warning" icon="alert" small>
          The renewal did not go through. You stay ad-free until {until} while it is tried again.
        </Note>
      )}
      <Facts
        plain
        facts={[
          { term: 'Price', value: `${priceOf(adFreeOffer)} ${adFreeOffer.term}` },
          { term: 'Ad-free until', value: until },
          {
            term: 'Next payment',
            value: state === 'active' ? paidThrough && <Time at={paidThrough} now={now} form="date" /> : null,
          },
        ]}
      />
      {state === 'ending' && (
        <Button wide variant="quiet" busy={resume.isPending} onClick={() => resume.mutate()}>
          Undo cancellation
        </Button>
      )}
      {state === 'retrying' && (
        <LinkButton wide href="/subscribe">
          Pay with another card
        </LinkButton>
      )}
      {state !== 'ending' && (
        <Button wide variant="quiet" busy={cancel.isPending} onClick={() => setAsked(true)}>
          Cancel ad-free
        </Button>
      )}
      {state !== 'retrying' && (
        <p className="tiny soft center">
          {state === 'ending' ? <>It ends on {until}.</> : <>After you cancel, it stays until {until}.</>}
        </p>
      )}
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        title="Cancel ad-free?"
        text={
          state === 'retrying' ? (
            'It ends now, and no card is tried for it any more.'
          ) : (
            <>You keep it until {until}, and can undo this until then. Nothing more is charged.</>
          )
        }
        keep="Keep it"
        confirm="Cancel ad-free"
        danger
        onConfirm={() => {
          setAsked(false);
          cancel.mutate();
        }}
      />
    </Panel>
  );
}
