import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '#features/accounts/web/public.ts';
import { createApiClient } from '#platform/shared/define-endpoints.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { SwitchRow } from '#ui/forms/fields.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { List } from '#ui/layout/list.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import { toast } from '#ui/overlays/toaster.tsx';
import type { NotificationEndpoints } from '../contract.ts';
import { notificationSettingsQuery } from './notification-queries.ts';
import type { PushState } from './push-subscription.ts';
import { usePushSwitch } from './use-push-switch.ts';

const words: Record<PushState, string> = {
  on: 'On this device',
  off: 'On this device',
  blocked:
    'Blocked by this browser. Allow notifications for this site in your browser settings, then come back.',
  'needs-install': 'To turn this on, add BookSwap to your Home Screen: tap Share, then Add to Home Screen.',
  unsupported: "This browser doesn't support notifications.",
};

/** The settings of notifications. */
export function NotificationSettingsSection() {
  return (
    <Section title="Notifications">
      <List>
        <DeviceSwitch />
        <MailSwitch />
      </List>
    </Section>
  );
}

/** 'Notify me of new messages', on this device. */
function DeviceSwitch() {
  const { state: known, isChanging, change } = usePushSwitch();
  const state = known ?? 'off';
  const isPossible = state === 'on' || state === 'off';
  return (
    <SwitchRow
      icon="bell"
      label={<Label words={words[state]}>Notify me of new messages</Label>}
      unknown={known === undefined}
      checked={(state === 'on') !== isChanging}
      disabled={!isPossible}
      aria-busy={isChanging || undefined}
      onChange={(event) => {
        if (!isChanging) change(event.currentTarget.checked);
      }}
    />
  );
}

function MailSwitch() {
  const transport = useTransport();
  const queries = useQueryClient();
  const session = useSession();
  const query = notificationSettingsQuery(transport);
  const { data, ...asked } = useQuery(query);
  const { isPending, mutate } = useMutation({
    mutationFn: (mailMessages: boolean) =>
      createApiClient<NotificationEndpoints>(transport).call('PATCH /api/users/me/notifications', {
        body: { mailMessages },
      }),
    onSuccess: (settings) => queries.setQueryData(query.queryKey, settings),
    onError: () =>
      toast({
        variant: 'destructive',
        title: "Notification settings weren't saved",
        description: 'Check your connection and try again.',
      }),
  });
  if (asked.isError) return <UnknownMail busy={asked.isFetching} onRetry={() => void asked.refetch()} />;
  const isProven = data?.emailVerified ?? (session.status === 'signed-in' && session.user.emailVerified);
  return (
    <SwitchRow
      icon="mail"
      label={
        <Label words={isProven ? 'If unread after an hour' : 'Confirm your email first'}>Also email me</Label>
      }
      unknown={data === undefined}
      checked={(data?.mailMessages ?? false) !== isPending}
      disabled={data === undefined || !(isProven || data.mailMessages)}
      aria-busy={isPending || undefined}
      onChange={(event) => {
        if (!isPending) mutate(event.currentTarget.checked);
      }}
    />
  );
}

const UnknownMail = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <div className="item">
    <Icon name="mail" />
    <span className="grow">
      <Label words="Couldn't be loaded">Also email me</Label>
    </span>
    <Button variant="text" size="slim" busy={busy} onClick={onRetry}>
      Retry
    </Button>
  </div>
);

const Label = ({ words: more, children }: { words: string; children: string }) => (
  <>
    {children}
    <span className="tiny soft block">{more}</span>
  </>
);
