import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '#platform/shared/contract.ts';
import { ApiError } from '#platform/web/transport.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { toast } from '#ui/toaster.tsx';
import type { BlockCalls } from '../contract.ts';
import { blocksKey } from './block-queries.ts';

type Person = { id: string; name: string };

/** Blocks and unblocks people. `onChanged`: something shows whether they are blocked, and has to be asked for anew. */
export function useBlocking(onChanged?: () => Promise<unknown>) {
  const queries = useQueryClient();
  const api = client<BlockCalls>(useTransport());
  const shared = {
    onError: (error: unknown) =>
      toast({
        variant: 'destructive',
        title: 'Error',
        description: error instanceof ApiError ? error.detail : 'There is no connection. Please try again.',
      }),
    onSettled: () => Promise.all([queries.invalidateQueries({ queryKey: blocksKey }), onChanged?.()]),
  };
  const unblock = useMutation({
    mutationFn: ({ id }: Person) => api.call('DELETE /api/blocks/:userId', { params: { userId: id } }),
    onSuccess: (_done, { name }) => toast({ title: `${name} is no longer blocked` }),
    ...shared,
  });
  const block = useMutation({
    mutationFn: ({ id }: Person) => api.call('PUT /api/blocks/:userId', { params: { userId: id } }),
    onSuccess: (_done, person) =>
      toast({
        title: `You blocked ${person.name}`,
        description: 'You find them in your account settings.',
        action: { label: 'Undo', onAction: () => unblock.mutate(person) },
      }),
    ...shared,
  });
  return {
    block: (person: Person) => block.mutate(person),
    unblock: (person: Person) => unblock.mutate(person),
    busy: block.isPending || unblock.isPending,
  };
}
