import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { failureText } from '#platform/web/failure-text.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { t } from '#platform/shared/texts/t.ts';
import { useOrderedMutation } from '#platform/web/mutations/use-single-mutation.ts';
import {
  disablePush,
  enablePush,
  type PushState,
  readPushState,
  readPushStateSync,
} from './push-subscription.ts';

/** The state of notifications in this browser. No event reports changes in the browser's settings. */
const deviceQuery = queryOptions({
  queryKey: ['notifications', 'device'],
  queryFn: readPushState,
  placeholderData: readPushStateSync,
  gcTime: 0,
});

/** The switch of notifications for this browser. Undefined until the state is known. */
export function usePushSwitch(): {
  state: PushState | undefined;
  /** The last choice, while it is being saved. */
  wanted: boolean | undefined;
  isChanging: boolean;
  change: (on: boolean) => void;
} {
  const transport = useTransport();
  const queries = useQueryClient();
  const { data: state } = useQuery(deviceQuery);
  const { isPending, variables, mutate } = useOrderedMutation({
    scope: { id: 'push-switch' },
    mutationFn: (on: boolean) => (on ? enablePush(transport) : disablePush(transport)),
    onSuccess: (now) => queries.setQueryData(deviceQuery.queryKey, now),
    meta: {
      failure: (error) => [
        // The browser itself refuses subscriptions, in private windows for example.
        error instanceof DOMException ? t('notifications.device.blocked-private') : failureText(error),
        t('notifications.settings.not-saved'),
      ],
    },
  });
  return { state, wanted: isPending ? variables : undefined, isChanging: isPending, change: mutate };
}
