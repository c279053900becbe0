import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { createApiClient } from '#platform/shared/define-endpoints.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import type { WantedEndpoints, WantedEntry } from '../contract.ts';
import { unseenAlertsKey } from './unseen-alerts.ts';

/** Removes the dot once the tab shows the alerts. They stay marked as new until the tab is left. */
export function useMarkSeen(entries: readonly WantedEntry[] | undefined): void {
  const queries = useQueryClient();
  const transport = useTransport();
  const newest = (entries ?? [])
    .flatMap(({ alerts }) => alerts.filter(({ isSeen }) => !isSeen))
    .map(({ createdAt }) => createdAt)
    .toSorted((a, b) => (a < b ? 1 : -1))[0];
  const mark = useEffectEvent(async (upTo: string) => {
    const api = createApiClient<WantedEndpoints>(transport);
    const { unseen } = await api.call('POST /api/wanted/seen', { body: { upTo } });
    queries.setQueryData(unseenAlertsKey, unseen);
  });
  useEffect(() => {
    // A failure leaves the dot, until the tab is opened again.
    if (newest !== undefined) mark(newest).catch(() => {});
  }, [newest]);
}
