import { useQueryClient } from '@tanstack/react-query';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failsAs } from '#platform/web/mutations/mutation-failures.ts';
import { useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { toast } from '#ui/overlays/toaster.tsx';
import type { BlockEndpoints } from '../contract.ts';
import { blocksKey } from './block-queries.ts';

type BlockableUser = { id: string; name: string };
type ToBlock = BlockableUser & { after?: string | undefined };

/** Blocks and unblocks users. `onChanged`: fetches again the data that depends on blocks. */
export function useBlockActions(onChanged?: () => Promise<unknown>) {
  const queries = useQueryClient();
  const api = apiClient<BlockEndpoints>(useTransport());
  const shared = {
    onSettled: () => Promise.all([queries.invalidateQueries({ queryKey: blocksKey }), onChanged?.()]),
  };
  const unblock = useSingleMutation({
    mutationFn: ({ id }: BlockableUser) => api.call('DELETE /api/blocks/:userId', { params: { userId: id } }),
    onSuccess: (_done, { name }) => toast({ title: t('blocks.toast.unblocked', { name }) }),
    meta: failsAs(t('blocks.toast.error')),
    ...shared,
  });
  const block = useSingleMutation({
    mutationFn: ({ id }: ToBlock) => api.call('PUT /api/blocks/:userId', { params: { userId: id } }),
    onSuccess: (_done, { after, ...user }) => {
      const { name } = user;
      toast({
        ...(after === undefined
          ? { title: t('blocks.toast.blocked', { name }), description: t('blocks.toast.where') }
          : { title: after, description: t('blocks.toast.blocked-too', { name }) }),
        action: { label: t('blocks.toast.undo'), onAction: () => unblock.mutate(user) },
      });
    },
    meta: {
      failure: (error, variables) => {
        const { name, after } = variables as ToBlock;
        const title =
          after === undefined ? t('blocks.toast.error') : t('blocks.toast.not-blocked', { after, name });
        return [failureText(error), title];
      },
    },
    ...shared,
  });
  return {
    /** `after`: the result of a previous action; one toast shows both. */
    block: ({ id, name }: BlockableUser, after?: string) => block.mutate({ id, name, after }),
    unblock: (user: BlockableUser) => unblock.mutate(user),
    busy: block.isPending || unblock.isPending,
  };
}
