import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { formatOfferPrice, useReturnState } from '#features/payments/web/lazy.ts';
import { useNow } from '#platform/web/now.tsx';
import { Badge, type BadgeTone } from '#ui/display/badge.tsx';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { DescriptionList, Panel } from '#ui/layout/list.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import { SkeletonBlock } from '#ui/states/skeleton.tsx';
import { Time } from '#ui/display/time.tsx';
import { cx } from '#ui/class-names.ts';
import { useSessionActions } from '#features/accounts/web/public.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { failsUnlessRefused } from '#platform/web/mutation-failures.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { toast } from '#ui/overlays/toaster.tsx';
import { isAdFree } from '../rules.ts';
import { adFreeOffer } from './ad-free-offer.ts';
import { CancelAdFree } from './cancel-ad-free.tsx';
import { SubscriptionStatusText } from './subscription-status.tsx';
import type { SubscriptionEndpoints } from '../contract.ts';
import { subscriptionQuery, type SubscriptionView, useSubscriptionView } from './subscription-view.ts';
import shared from '#ui/shared.module.css';
import skeletonStyles from '#ui/states/skeleton.module.css';
import styles from './ad-free-section.module.css';

/** The user's subscription on the profile, while it gives ad-free time or may still cost money. */
export function AdFreeSection({ user }: { user: CurrentUser }) {
  const { shown, isComing } = useSubscriptionView(user);
  const adFree = isAdFree(user, useNow());
  const actions = useSubscriptionActions(user);
  const place = useRef<HTMLDivElement>(null);
  const hasActed = actions.cancel.isSuccess || actions.resume.isSuccess;
  useEffect(() => {
    // The button, and the focus with it, has disappeared.
    if (hasActed && document.activeElement === document.body)
      (place.current?.querySelector('button') ?? document.getElementById('main'))?.focus();
  }, [hasActed, shown?.state]);
  // Reserves space for an ad-free user, so that the section does not appear under the finger.
  if (adFree && isComing) return <ComingSection />;
  if (!shown || (shown.state === 'ended' && shown.adFreeUntil === null)) return null;
  return (
    <Section title="Ad-free">
      <AdFreePanel ref={place} shown={shown} {...actions} />
    </Section>
  );
}

/** A placeholder as high as what most subscribers see. */
const ComingSection = () => (
  <Section title="Ad-free">
    <Panel className={styles.subscription} data-subscription aria-busy="true">
      <Heading>
        <SkeletonBlock width={20} />
      </Heading>
      <p className={shared.visuallyHidden} role="status">
        Loading your subscription...
      </p>
      <Facts until={<SkeletonBlock width={60} />} renewal={<SkeletonBlock width={60} />} />
      <span className={cx(skeletonStyles.bone, skeletonStyles.button)} />
      <p>
        <SkeletonBlock width={90} />
      </p>
    </Panel>
  </Section>
);

const Heading = ({ children }: { children: ReactNode }) => (
  <div className={cx(shared.row, shared.between)}>
    <b className={shared.serif}>BookSwap Premium</b>
    {children}
  </div>
);

const Facts = ({ until, renewal }: { until: ReactNode; renewal: ReactNode }) => (
  <DescriptionList
    plain
    facts={[
      { term: 'Price', value: `${formatOfferPrice(adFreeOffer)} ${adFreeOffer.term}` },
      { term: 'Ad-free until', value: until },
      { term: 'Next payment', value: renewal },
    ]}
  />
);

const badges: Record<SubscriptionView['state'], [tone: BadgeTone, words: string]> = {
  active: ['active', 'Active'],
  renewing: ['active', 'Renewing'],
  ending: ['inactive', 'Canceled'],
  retrying: ['inactive', 'Payment failed'],
  unpaid: ['inactive', 'Stopped'],
  ended: ['inactive', 'Ended'],
};

type PanelProps = { ref: Ref<HTMLDivElement>; shown: SubscriptionView } & ReturnType<
  typeof useSubscriptionActions
>;

function AdFreePanel({ ref, shown, cancel, resume }: PanelProps) {
  const { state, renewsAt, adFreeUntil } = shown;
  const now = useNow().getTime();
  const origin = useReturnState();
  const [tone, words] = badges[state];
  const isLate = state === 'retrying' || state === 'unpaid';
  return (
    <Panel ref={ref} className={styles.subscription} data-subscription>
      <Heading>
        <Badge tone={tone}>{words}</Badge>
      </Heading>
      {state !== 'active' && (
        <InlineAlert small {...(isLate && { tone: 'warning', icon: 'alert' })}>
          <SubscriptionStatusText shown={shown} />
        </InlineAlert>
      )}
      <Facts
        until={adFreeUntil && <Time at={adFreeUntil} now={now} form="date" />}
        renewal={renewsAt && <Time at={renewsAt} now={now} form="date" />}
      />
      {state === 'ending' && (
        <Button wide variant="quiet" busy={resume.isPending} onClick={() => resume.mutate()}>
          Undo cancellation
        </Button>
      )}
      {isLate && (
        <LinkButton wide href="/subscribe" state={origin}>
          {state === 'retrying' ? 'Pay with another card' : 'Start again'}
        </LinkButton>
      )}
      {state !== 'ending' && state !== 'ended' && (
        <CancelAdFree shown={shown} busy={cancel.isPending} onCancel={() => cancel.mutate()} />
      )}
    </Panel>
  );
}

/** Ending a subscription with the time that is paid, and undoing that. */
function useSubscriptionActions(user: CurrentUser) {
  const queries = useQueryClient();
  const transport = useTransport();
  const api = apiClient<SubscriptionEndpoints>(transport);
  const { update } = useSessionActions();
  const { queryKey } = subscriptionQuery(transport, user);

  const resume = useMutation({
    mutationFn: () => api.call('POST /api/subscription/resume'),
    onSuccess: ({ subscription }) => {
      queries.setQueryData(queryKey, subscription);
      toast({ title: 'Subscription resumed', description: 'It renews every month.' });
    },
    meta: failsUnlessRefused('Failed to resume ad-free. Please try again.'),
  });
  const cancel = useMutation({
    mutationFn: () => api.call('POST /api/subscription/cancel'),
    onSuccess: ({ subscription }) => {
      queries.setQueryData(queryKey, subscription);
      toast(
        subscription.state === 'ending'
          ? {
              title: 'Ad-free canceled',
              description: "You'll stay ad-free until the end of the period you paid for.",
              action: { label: 'Undo', onAction: () => resume.mutate() },
            }
          : { title: 'Ad-free canceled', description: "You won't be charged again." },
      );
      void update();
    },
    meta: failsUnlessRefused('Failed to cancel ad-free. Please try again.'),
  });
  return { cancel, resume };
}
