import { queryOptions, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '#features/accounts/web/public.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { type PlainTextId, t } from '#platform/shared/texts/t.ts';
import { failsAs } from '#platform/web/mutations/mutation-failures.ts';
import { useOrderedMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { SwitchRow } from '#ui/forms/fields.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { List } from '#ui/layout/list.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import type { NotificationEndpoints } from '../contract.ts';
import { settingDefinitions, settingNames, type SettingValues } from '../setting-definitions.ts';
import type { PushState } from './push-subscription.ts';
import { usePushSwitch } from './use-push-switch.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import optionGroupStyles from '#ui/forms/option-group.module.css';
import listStyles from '#ui/layout/list.module.css';

const pushStateText: Record<PushState, PlainTextId> = {
  on: 'notifications.device.here',
  off: 'notifications.device.here',
  blocked: 'notifications.device.blocked-hint',
  'needs-install': 'notifications.device.needs-install',
  unsupported: 'notifications.device.unsupported',
};

/** The settings of notifications. What is unknown is not shown, but for one row with a retry. */
export function NotificationSettingsSection() {
  const settings = useSettings();
  const { state } = usePushSwitch();
  const { isError } = settings.query;
  return (
    <Section title={t('notifications.settings.title')}>
      <List>
        <DeviceSwitch />
        <MailSwitch {...settings} />
        {!isError && (
          <Switches
            {...settings}
            channel="push"
            obstacle={state === 'blocked' ? t('notifications.device.blocked') : null}
          />
        )}
      </List>
      {!isError && (
        <>
          <WantedMails {...settings} />
          <h3 className={shared.legend}>{t('notifications.settings.other-mails')}</h3>
          <List>
            <Switches
              {...settings}
              channel="mail"
              obstacle={settings.isEmailVerified ? null : t('notifications.settings.unverified')}
            />
          </List>
        </>
      )}
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
      label={<Label text={t(pushStateText[state])}>{t('notifications.settings.push-messages')}</Label>}
      unknown={known === undefined}
      checked={wanted ?? state === 'on'}
      disabled={!isPossible}
      aria-busy={isChanging || undefined}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  );
}

const settingsChange = ['notification-settings', 'change'] as const;

/** The settings on the server, and a mutation of some of them. */
function useSettings() {
  const api = apiClient<NotificationEndpoints>(useTransport());
  const queries = useQueryClient();
  const session = useSession();
  const options = queryOptions({
    queryKey: ['notifications', 'settings'],
    queryFn: ({ signal }) => api.call('GET /api/users/me/notifications', {}, { signal }),
  });
  const query = useQuery(options);
  const { mutate } = useOrderedMutation({
    mutationKey: settingsChange,
    scope: { id: settingsChange.join() },
    mutationFn: (changes: Partial<SettingValues>) =>
      api.call('PATCH /api/users/me/notifications', { body: changes }),
    onSuccess: (settings) => queries.setQueryData(options.queryKey, settings),
    meta: failsAs(t('notifications.settings.not-saved')),
  });
  const isEmailVerified =
    query.data?.emailVerified ?? (session.status === 'signed-in' && session.user.emailVerified);
  const pending = useMutationState({
    filters: { mutationKey: settingsChange, status: 'pending' },
    select: ({ state }) => state.variables as Partial<SettingValues>,
  });
  const saving: Partial<SettingValues> = Object.assign({}, ...pending);
  /** What the user sees: the choices that are being saved. */
  const shown = query.data && { ...query.data, ...saving };
  return { query, shown, isEmailVerified, saving, change: mutate };
}

type Settings = ReturnType<typeof useSettings>;

function MailSwitch({ query, shown, isEmailVerified, saving, change }: Settings) {
  if (query.isError) return <UnknownMail busy={query.isFetching} onRetry={() => void query.refetch()} />;
  return (
    <SwitchRow
      icon="mail"
      label={
        <Label
          text={
            isEmailVerified
              ? t('notifications.settings.mail-messages-text')
              : t('notifications.settings.unverified')
          }
        >
          {t('notifications.settings.mail-messages')}
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

/** `obstacle`: why a switch is without effect here. */
type SwitchesProps = Settings & { channel: 'push' | 'mail'; obstacle: string | null };

/** The switches of `settingDefinitions`. */
function Switches({ shown, saving, change, channel, obstacle }: SwitchesProps) {
  return settingNames.map((name) => {
    const definition = settingDefinitions[name];
    if (!name.startsWith(channel) || !('row' in definition)) return null;
    const { icon, label, text } = definition.row;
    return (
      <SwitchRow
        key={name}
        icon={icon}
        label={<Label text={obstacle ?? t(text)}>{t(label)}</Label>}
        unknown={shown === undefined}
        checked={obstacle === null && shown?.[name] === true}
        disabled={shown === undefined || obstacle !== null}
        aria-busy={name in saving || undefined}
        onChange={(event) => change({ [name]: event.currentTarget.checked })}
      />
    );
  });
}

const mailChoices: readonly { value: SettingValues['mailWanted']; label: PlainTextId; text: PlainTextId }[] =
  [
    { value: 'at-once', label: 'notifications.wanted.at-once', text: 'notifications.wanted.at-once-text' },
    { value: 'daily', label: 'notifications.wanted.daily', text: 'notifications.wanted.daily-text' },
    { value: 'off', label: 'notifications.wanted.off', text: 'notifications.wanted.off-text' },
  ];

/** Emails about wanted books. None is chosen until the setting is known. */
function WantedMails({ shown, isEmailVerified, change }: Settings) {
  return (
    <>
      <h3 className={shared.legend} id="wanted-mails">
        {t('notifications.wanted.title')}
      </h3>
      <div className={listStyles.list} role="radiogroup" aria-labelledby="wanted-mails">
        {mailChoices.map(({ value, label, text }) => (
          <label key={value} className={listStyles.item}>
            <span className={shared.grow}>
              {t(label)}
              <span className={cx(shared.tiny, shared.soft, shared.block)}>{t(text)}</span>
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
        {isEmailVerified ? t('notifications.wanted.unsubscribe') : t('notifications.wanted.unverified')}
      </p>
    </>
  );
}

const UnknownMail = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <div className={listStyles.item}>
    <Icon name="mail" />
    <span className={shared.grow}>
      <Label text={t('notifications.settings.failed')}>{t('notifications.settings.mail-messages')}</Label>
    </span>
    <Button variant="text" size="slim" busy={busy} onClick={onRetry}>
      {t('ui.action.retry')}
    </Button>
  </div>
);

const Label = ({ text, children }: { text: string; children: string }) => (
  <>
    {children}
    <span className={cx(shared.tiny, shared.soft, shared.block)}>{text}</span>
  </>
);
