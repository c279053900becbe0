import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { formatOfferPrice, useReturnState } from '#features/payments/web/lazy.ts';
import { type PlainTextId, t, textId } from '#platform/shared/texts/t.ts';
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
import { failsUnlessRefused } from '#platform/web/mutations/mutation-failures.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';
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
    <Section title={t('subscriptions.section.title')}>
      <AdFreePanel ref={place} shown={shown} {...actions} />
    </Section>
  );
}

/** A placeholder as high as what most subscribers see. */
const ComingSection = () => (
  <Section title={t('subscriptions.section.title')}>
    <Panel className={styles.subscription} data-subscription aria-busy="true">
      <Heading>
        <SkeletonBlock width={20} />
      </Heading>
      <p className={shared.visuallyHidden} role="status">
        {t('subscriptions.section.loading')}
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
    <b className={shared.serif}>{t('subscriptions.premium.name')}</b>
    {children}
  </div>
);

const Facts = ({ until, renewal }: { until: ReactNode; renewal: ReactNode }) => (
  <DescriptionList
    plain
    facts={[
      {
        term: t('subscriptions.facts.price'),
        value: t('subscriptions.section.price', { price: formatOfferPrice(adFreeOffer()) }),
      },
      { term: t('subscriptions.facts.until'), value: until },
      { term: t('subscriptions.facts.next-payment'), value: renewal },
    ]}
  />
);

const BADGES: Record<SubscriptionView['state'], [tone: BadgeTone, words: PlainTextId]> = {
  active: ['active', textId('subscriptions.badge.active')],
  renewing: ['active', textId('subscriptions.badge.renewing')],
  ending: ['inactive', textId('subscriptions.badge.canceled')],
  retrying: ['inactive', textId('subscriptions.badge.failed')],
  unpaid: ['inactive', textId('subscriptions.badge.stopped')],
  ended: ['inactive', textId('subscriptions.badge.ended')],
};

type PanelProps = { ref: Ref<HTMLDivElement>; shown: SubscriptionView } & ReturnType<
  typeof useSubscriptionActions
>;

function AdFreePanel({ ref, shown, cancel, resume }: PanelProps) {
  const { state, renewsAt, adFreeUntil } = shown;
  const now = useNow().getTime();
  const origin = useReturnState();
  const [tone, words] = BADGES[state];
  const isLate = state === 'retrying' || state === 'unpaid';
  return (
    <Panel ref={ref} className={styles.subscription} data-subscription>
      <Heading>
        <Badge tone={tone}>{t(words)}</Badge>
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
          {t('subscriptions.section.undo')}
        </Button>
      )}
      {isLate && (
        <LinkButton wide href="/subscribe" state={origin}>
          {t(state === 'retrying' ? 'subscriptions.section.other-card' : 'subscriptions.section.start-again')}
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

  const resume = useSingleMutation({
    mutationFn: () => api.call('POST /api/subscription/resume'),
    onSuccess: ({ subscription }) => {
      queries.setQueryData(queryKey, subscription);
      toast({ title: t('subscriptions.resumed.title'), description: t('subscriptions.resumed.text') });
    },
    meta: failsUnlessRefused(t('subscriptions.resumed.failed')),
  });
  const cancel = useSingleMutation({
    mutationFn: () => api.call('POST /api/subscription/cancel'),
    onSuccess: ({ subscription }) => {
      queries.setQueryData(queryKey, subscription);
      const title = t('subscriptions.canceled.title');
      toast(
        subscription.state === 'ending'
          ? {
              title,
              description: t('subscriptions.canceled.text-paid'),
              action: { label: t('subscriptions.canceled.undo'), onAction: () => resume.mutate() },
            }
          : { title, description: t('subscriptions.canceled.text') },
      );
      void update();
    },
    meta: failsUnlessRefused(t('subscriptions.canceled.failed')),
  });
  return { cancel, resume };
}
