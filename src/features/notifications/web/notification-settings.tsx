import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '#features/accounts/web/public.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { failsAs } from '#platform/web/mutation-failures.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { SwitchRow } from '#ui/forms/fields.tsx';
import { Icon, type IconName } from '#ui/icons/icon.tsx';
import { List } from '#ui/layout/list.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import type { NotificationEndpoints, NotificationSettings } from '../contract.ts';
import type { WantedMail } from '../rules.ts';
import { notificationSettingsQuery } from './notification-queries.ts';
import { PUSH_BLOCKED_TEXT, type PushState } from './push-subscription.ts';
import { usePushSwitch } from './use-push-switch.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import optionGroupStyles from '#ui/forms/option-group.module.css';
import listStyles from '#ui/layout/list.module.css';

const words: Record<PushState, string> = {
  on: 'On this device',
  off: 'On this device',
  blocked: `${PUSH_BLOCKED_TEXT}. Allow them for this site in its settings, then come back.`,
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
        <PushSwitches />
      </List>
      <WantedMails />
      <OtherMails />
    </Section>
  );
}

/** 'Notify me of new messages', on this device. */
function DeviceSwitch() {
  const { state: known, wanted, isChanging, change } = usePushSwitch();
  const state = known ?? 'off';
  const isPossible = state === 'on' || state === 'off';
  return (
    <SwitchRow
      icon="bell"
      label={<Label words={words[state]}>Notify me of new messages</Label>}
      unknown={known === undefined}
      checked={wanted ?? state === 'on'}
      disabled={!isPossible}
      aria-busy={isChanging || undefined}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  );
}

type SettingChanges = Partial<Omit<NotificationSettings, 'emailVerified'>>;

const settingsChange = ['notification-settings', 'change'] as const;

/** The settings on the server, and a mutation of some of them. */
function useSettings() {
  const transport = useTransport();
  const queries = useQueryClient();
  const session = useSession();
  const options = notificationSettingsQuery(transport);
  const query = useQuery(options);
  const { mutate } = useMutation({
    mutationKey: settingsChange,
    // One after the other, so that the last choice wins.
    scope: { id: settingsChange.join() },
    mutationFn: (changes: SettingChanges) =>
      apiClient<NotificationEndpoints>(transport).call('PATCH /api/users/me/notifications', {
        body: changes,
      }),
    onSuccess: (settings) => queries.setQueryData(options.queryKey, settings),
    meta: failsAs("Notification settings weren't saved"),
  });
  const isEmailVerified =
    query.data?.emailVerified ?? (session.status === 'signed-in' && session.user.emailVerified);
  const pending = useMutationState({
    filters: { mutationKey: settingsChange, status: 'pending' },
    select: ({ state }) => state.variables as SettingChanges,
  });
  const saving: SettingChanges = Object.assign({}, ...pending);
  /** What the user sees: the choices that are being saved. */
  const shown = query.data && { ...query.data, ...saving };
  return { query, shown, isEmailVerified, saving, change: mutate };
}

function MailSwitch() {
  const { query, shown, isEmailVerified, saving, change } = useSettings();
  if (query.isError) return <UnknownMail busy={query.isFetching} onRetry={() => void query.refetch()} />;
  return (
    <SwitchRow
      icon="mail"
      label={
        <Label words={isEmailVerified ? 'If unread after an hour' : 'Confirm your email first'}>
          Also email me
        </Label>
      }
      unknown={shown === undefined}
      checked={shown?.mailMessages ?? false}
      disabled={shown === undefined || !(isEmailVerified || shown.mailMessages)}
      aria-busy={'mailMessages' in saving || undefined}
      onChange={(event) => change({ mailMessages: event.currentTarget.checked })}
    />
  );
}

type Switch = 'pushWanted' | 'pushPrices' | 'mailPrices' | 'pushReminders' | 'mailReminders';

type SettingSwitchProps = {
  setting: Switch;
  icon: IconName;
  label: string;
  words: string;
  /** Why it is without effect here; null: it is not. */
  obstacle?: string | null;
};

/** One setting of the server. */
function SettingSwitch({ setting, icon, label, words: text, obstacle = null }: SettingSwitchProps) {
  const { query, shown, saving, change } = useSettings();
  if (query.isError) return null;
  return (
    <SwitchRow
      icon={icon}
      label={<Label words={obstacle ?? text}>{label}</Label>}
      unknown={shown === undefined}
      checked={obstacle === null && (shown?.[setting] ?? false)}
      disabled={shown === undefined || obstacle !== null}
      aria-busy={setting in saving || undefined}
      onChange={(event) => change({ [setting]: event.currentTarget.checked })}
    />
  );
}

/** Push messages beside those about messages. */
function PushSwitches() {
  const { state } = usePushSwitch();
  const obstacle = state === 'blocked' ? PUSH_BLOCKED_TEXT : null;
  return (
    <>
      <SettingSwitch
        setting="pushWanted"
        icon="search"
        label="Wanted books"
        words="On your devices, as soon as the exact ISBN is listed"
        obstacle={obstacle}
      />
      <SettingSwitch
        setting="pushPrices"
        icon="tag"
        label="Lower prices"
        words="When a book you saved gets cheaper"
        obstacle={obstacle}
      />
      <SettingSwitch
        setting="pushReminders"
        icon="clock"
        label="Reminders"
        words="Your listings that expire soon, and books you can sell again"
        obstacle={obstacle}
      />
    </>
  );
}

/** Emails beside those about messages and wanted books. */
function OtherMails() {
  const { query, isEmailVerified } = useSettings();
  if (query.isError) return null;
  const obstacle = isEmailVerified ? null : 'Confirm your email first';
  return (
    <>
      <h3 className={shared.legend}>Other emails</h3>
      <List>
        <SettingSwitch
          setting="mailPrices"
          icon="tag"
          label="Email me lower prices"
          words="When a book you saved gets cheaper"
          obstacle={obstacle}
        />
        <SettingSwitch
          setting="mailReminders"
          icon="clock"
          label="Email me reminders"
          words="Your listings that expire soon, and books you can sell again"
          obstacle={obstacle}
        />
      </List>
    </>
  );
}

const mailChoices: readonly { value: WantedMail; label: string; words: string }[] = [
  { value: 'at-once', label: 'At once', words: 'One email for each match' },
  { value: 'daily', label: 'Once a day', words: 'One email each morning, if there are matches' },
  { value: 'off', label: 'Not at all', words: 'The Wanted tab still shows them' },
];

/** Emails about wanted books. None is chosen until the setting is known. */
function WantedMails() {
  const { query, shown, isEmailVerified, change } = useSettings();
  if (query.isError) return null;
  return (
    <>
      <h3 className={shared.legend} id="wanted-mails">
        Emails about wanted books
      </h3>
      <div className={listStyles.list} role="radiogroup" aria-labelledby="wanted-mails">
        {mailChoices.map(({ value, label, words }) => (
          <label key={value} className={listStyles.item}>
            <span className={shared.grow}>
              {label}
              <span className={cx(shared.tiny, shared.soft, shared.block)}>{words}</span>
            </span>
            <input
              className={optionGroupStyles.radio}
              type="radio"
              name="mailWanted"
              checked={shown?.mailWanted === value}
              disabled={shown === undefined}
              onChange={() => change({ mailWanted: value })}
            />
          </label>
        ))}
      </div>
      <p className={cx(shared.small, shared.soft)}>
        {isEmailVerified
          ? 'Every email has a link that ends them with one click.'
          : 'Confirm your email first: emails go to verified addresses only.'}
      </p>
    </>
  );
}

const UnknownMail = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <div className={listStyles.item}>
    <Icon name="mail" />
    <span className={shared.grow}>
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
    <span className={cx(shared.tiny, shared.soft, shared.block)}>{more}</span>
  </>
);
