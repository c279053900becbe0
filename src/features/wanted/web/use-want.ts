import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { storePendingIntent, useSession, type WantIntent } from '#features/accounts/web/public.ts';
import { createApiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { toast } from '#ui/overlays/toaster.tsx';
import type { WantedEndpoints } from '../contract.ts';

export type Want = WantIntent['want'];

type Services = { queries: QueryClient; transport: Transport; show: () => void };

/** Adds an entry and says so. Returns whether it was added. */
export async function addWant({ queries, transport, show }: Services, want: Want): Promise<boolean> {
  try {
    await createApiClient<WantedEndpoints>(transport).call('POST /api/wanted', { body: want });
  } catch (error) {
    toast({ variant: 'destructive', title: 'Not added to Wanted', description: failureText(error) });
    return false;
  }
  void queries.invalidateQueries({ queryKey: ['wanted', 'list'] });
  toast({
    title: 'Added to Wanted',
    description: 'We tell you as soon as one is listed.',
    icon: 'bell',
    action: { label: 'Show', onAction: show },
  });
  return true;
}

/** Adds an entry; signed out, sign-in comes first and Home carries it out. */
export function useWant() {
  const session = useSession();
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const transport = useTransport();
  const [isBusy, setBusy] = useState(false);
  const [isAdded, setAdded] = useState(false);
  const add = async (want: Want) => {
    if (session.status === 'signed-out') {
      storePendingIntent({ kind: 'want', want });
      return navigate('/sign-in');
    }
    if (session.status !== 'signed-in') return;
    setBusy(true);
    setAdded(await addWant({ queries, transport, show: () => navigate('/favorites?tab=wanted') }, want));
    setBusy(false);
  };
  return { add: (want: Want) => void add(want), isBusy, isAdded };
}
