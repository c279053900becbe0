import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import { toast } from '#ui/overlays/toaster.tsx';
import type { BlockEndpoints } from '../contract.ts';
import { blocksKey } from './block-queries.ts';

type BlockableUser = { id: string; name: string };
type ToBlock = BlockableUser & { after?: string | undefined };

/** Blocks and unblocks users. `onChanged`: fetches again the data that depends on blocks. */
export function useBlockActions(onChanged?: () => Promise<unknown>) {
  const queries = useQueryClient();
  const api = apiClient<BlockEndpoints>(useTransport());
  const failed = (title: string, error: unknown) => showErrorToast(failureText(error), title);
  const shared = {
    onSettled: () => Promise.all([queries.invalidateQueries({ queryKey: blocksKey }), onChanged?.()]),
  };
  const unblock = useMutation({
    mutationFn: ({ id }: BlockableUser) => api.call('DELETE /api/blocks/:userId', { params: { userId: id } }),
    onSuccess: (_done, { name }) => toast({ title: `${name} unblocked` }),
    onError: (error) => failed('Error', error),
    ...shared,
  });
  const block = useMutation({
    mutationFn: ({ id }: ToBlock) => api.call('PUT /api/blocks/:userId', { params: { userId: id } }),
    onSuccess: (_done, { after, ...user }) => {
      const blocked = `You blocked ${user.name}`;
      const where = 'Manage blocks in Account Settings.';
      toast({
        ...(after === undefined
          ? { title: blocked, description: where }
          : { title: after, description: `${blocked}. ${where}` }),
        action: { label: 'Undo', onAction: () => unblock.mutate(user) },
      });
    },
    onError: (error, { name, after }) =>
      failed(after === undefined ? 'Error' : `${after} But ${name} isn't blocked`, error),
    ...shared,
  });
  return {
    /** `after`: the result of a previous action; one toast shows both. */
    block: ({ id, name }: BlockableUser, after?: string) => block.mutate({ id, name, after }),
    unblock: (user: BlockableUser) => unblock.mutate(user),
    busy: block.isPending || unblock.isPending,
  };
}
