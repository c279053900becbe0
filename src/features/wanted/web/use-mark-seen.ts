import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import type { WantedEndpoints, WantedEntry } from '../contract.ts';
import { unseenAlertsKey } from './unseen-alerts.ts';

/**
 * Removes the dot once the tab shows the alerts. Returns the listings that stay marked as new until the tab
 * is left.
 */
export function useMarkSeen(entries: readonly WantedEntry[] | undefined): ReadonlySet<string> {
  const queries = useQueryClient();
  const transport = useTransport();
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const unseen = (entries ?? []).flatMap(({ alerts }) => alerts.filter(({ isSeen }) => !isSeen));
  if (unseen.some(({ bookId }) => !fresh.has(bookId)))
    setFresh(new Set([...fresh, ...unseen.map(({ bookId }) => bookId)]));
  const newest = unseen.map(({ createdAt }) => createdAt).toSorted((a, b) => (a < b ? 1 : -1))[0];
  const mark = useEffectEvent(async (upTo: string) => {
    const api = apiClient<WantedEndpoints>(transport);
    const counted = await api.call('POST /api/wanted/seen', { body: { upTo } });
    queries.setQueryData(unseenAlertsKey, counted.unseen);
  });
  useEffect(() => {
    // A failure leaves the dot, until the tab is opened again.
    if (newest !== undefined) mark(newest).catch(() => {});
  }, [newest]);
  return fresh;
}
