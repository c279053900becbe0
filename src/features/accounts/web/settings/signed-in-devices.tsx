import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { failsAs } from '#platform/web/mutations/mutation-failures.ts';
import { useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { useNow } from '#platform/web/now.tsx';
import { openDraft } from '#platform/web/forms/open-draft.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useNavigateWhileMounted } from '#platform/web/navigation/use-is-left.ts';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { Button } from '#ui/actions/button.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { List } from '#ui/layout/list.tsx';
import { ListItemSkeleton } from '#ui/states/screen-skeletons.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import { Time } from '#ui/display/time.tsx';
import { useSettledTaps } from '#ui/settled-taps.ts';
import { toast } from '#ui/overlays/toaster.tsx';
import type { IdentityEndpoints, SignedInDevice } from '../../contract.ts';
import { toDeviceName } from '../../device-name.ts';
import { useIdentityConfig, useSessionActions } from '../session/session-context.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import listStyles from '#ui/layout/list.module.css';
import skeletonStyles from '#ui/states/skeleton.module.css';
import styles from './signed-in-devices.module.css';

/** Removed at sign-out, as all that is private. */
const lastCount = openDraft('device-count');

const MAX_EXPECTED_DEVICES = 20;

/** The user's sessions, each with a button that ends it. Empty if another identity provider keeps them. */
export function SignedInDevices({ userId }: { userId: string }) {
  return useIdentityConfig().kind === 'embedded' ? <Devices userId={userId} /> : null;
}

function Devices({ userId }: { userId: string }) {
  const api = apiClient<IdentityEndpoints>(useTransport());
  const devices = useQuery({
    queryKey: ['own-sessions', userId],
    queryFn: ({ signal }) => api.call('GET /api/users/me/sessions', {}, { signal }),
    refetchOnMount: 'always',
  });
  // A reserved space prevents that the buttons move while they are pressed.
  const isComing = devices.isPending && devices.failureCount === 0;
  const { endOne, endOthers, endAll, isBusy } = useEndings(userId);
  const list = useRef<HTMLDivElement>(null);
  useSettledTaps(list, devices.data?.map(({ id }) => id).join() ?? '');
  const others = devices.data?.some(({ isCurrent }) => !isCurrent) ?? false;
  const expected = useExpectedCount(devices.data?.length);
  return (
    <Section title={t('accounts.devices.title')}>
      {devices.isError && (
        <Button
          variant="quiet"
          wide
          icon="refresh"
          busy={devices.isFetching}
          onClick={() => void devices.refetch()}
        >
          {t('accounts.devices.load-failed')}
        </Button>
      )}
      {isComing && (
        <>
          <p className={shared.visuallyHidden} role="status">
            {t('accounts.devices.loading')}
          </p>
          <List>
            {Array.from({ length: expected }, (_, at) => (
              <ListItemSkeleton key={at} lines={3} />
            ))}
          </List>
          {expected > 1 && (
            <span className={cx(skeletonStyles.bone, skeletonStyles.button)} aria-hidden="true" />
          )}
          <span className={cx(skeletonStyles.bone, skeletonStyles.button)} aria-hidden="true" />
        </>
      )}
      {devices.data && (
        <div ref={list}>
          <List>
            {devices.data.map((device, index, all) => (
              <Device
                key={device.id}
                session={device}
                place={{ position: index + 1, count: all.length }}
                busy={isBusy}
                onEnd={() => endOne(device.id)}
              />
            ))}
          </List>
        </div>
      )}
      {others && (
        <Button variant="quiet" wide busy={isBusy} onClick={endOthers}>
          {t('accounts.devices.end-others')}
        </Button>
      )}
      {!isComing && <EndAll busy={isBusy} onEnd={endAll} />}
    </Section>
  );
}

/** How many devices there were when they were last shown in this browser; at least this one. */
function useExpectedCount(count: number | undefined): number {
  const [expected] = useState(() => Math.min(Number(lastCount.readText()) || 1, MAX_EXPECTED_DEVICES));
  // Not after the paint: a page that is left at once has counted, too.
  useLayoutEffect(() => {
    if (count !== undefined) lastCount.saveText(String(count));
  }, [count]);
  return expected;
}

/** Confirms first: it ends the current session, too, and deletes its drafts. */
function EndAll({ busy, onEnd }: { busy: boolean; onEnd: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" wide busy={busy} onClick={() => setOpen(true)}>
        {t('accounts.devices.end-all')}
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('accounts.devices.end-all-dialog.title')}
        text={t('accounts.devices.end-all-dialog.text')}
        cancelLabel={t('accounts.devices.end-all-dialog.cancel')}
        confirmLabel={t('accounts.devices.end-all-dialog.submit')}
        onConfirm={() => {
          setOpen(false);
          onEnd();
        }}
      />
    </>
  );
}

type DeviceProps = {
  session: SignedInDevice;
  /** Several may be of one kind. */
  place: { position: number; count: number };
  busy: boolean;
  onEnd: () => void;
};

function Device({ session, place, busy, onEnd }: DeviceProps) {
  const { isHandheld, isCurrent, signedInAt, lastUsedAt } = session;
  const device = toDeviceName(session.device);
  const now = useNow();
  return (
    <div className={listStyles.item}>
      <Icon name={isHandheld ? 'phone' : 'laptop'} />
      <span className={shared.grow}>
        {device}
        {isCurrent ? (
          <span className={cx(shared.tiny, shared.block, styles.current)}>
            {t('accounts.devices.current')}
          </span>
        ) : (
          <span className={cx(shared.tiny, shared.block, shared.soft)}>
            {rich('accounts.devices.last-used', {
              time: () => <Time at={lastUsedAt} now={now.getTime()} />,
            })}
          </span>
        )}
        <span className={cx(shared.tiny, shared.block, shared.soft)}>
          {rich('accounts.devices.signed-in', {
            time: () => <Time at={signedInAt} now={now.getTime()} />,
          })}
        </span>
      </span>
      {!isCurrent && (
        <Button
          variant="text"
          size="slim"
          aria-label={t('accounts.devices.end-named', { device, ...place })}
          disabled={busy}
          onClick={onEnd}
        >
          {t('accounts.devices.end')}
        </Button>
      )}
    </div>
  );
}

/** Ends sessions and updates the list. After all have ended, this browser is signed out. */
function useEndings(userId: string) {
  const queries = useQueryClient();
  const { signOut } = useSessionActions();
  const navigate = useNavigateWhileMounted();
  const calls = apiClient<IdentityEndpoints>(useTransport());
  const reload = () => queries.invalidateQueries({ queryKey: ['own-sessions', userId] });
  const meta = failsAs(t('ui.error.title'));
  const one = useSingleMutation({
    mutationFn: (id: string) => calls.call('DELETE /api/users/me/sessions/:id', { params: { id } }),
    meta,
    onSettled: reload,
  });
  const others = useSingleMutation({
    mutationFn: () => calls.call('DELETE /api/users/me/sessions'),
    onSuccess: () =>
      toast({
        title: t('accounts.devices.others-ended.title'),
        description: t('accounts.devices.others-ended.text'),
      }),
    meta,
    onSettled: reload,
  });
  const all = useSingleMutation({
    mutationFn: async () => {
      await signOut(() => calls.call('DELETE /api/users/me/sessions', { query: { all: 'true' } }));
      navigate('/');
    },
    meta,
  });
  return {
    endOne: (id: string) => one.mutate(id),
    endOthers: () => others.mutate(),
    endAll: () => all.mutate(),
    isBusy: one.isPending || others.isPending || all.isPending,
  };
}
