import { useQueryClient } from '@tanstack/react-query';
import { useSession } from '#features/accounts/web/public.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { keepFocus } from '#ui/layout/keep-focus.ts';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import { toast } from '#ui/overlays/toaster.tsx';
import type { WantedEndpoints, WantedEntry } from '../contract.ts';
import { entryTitle } from './describe-entry.ts';
import { wantedQuery } from './wanted-queries.ts';

/** Takes an entry off the list at once, with 'Undo'. It comes back if it was not removed. */
export function useRemoveEntry(onRemove: () => void): (entry: WantedEntry) => void {
  const transport = useTransport();
  const queries = useQueryClient();
  const session = useSession();
  const api = apiClient<WantedEndpoints>(transport);
  const userId = session.status === 'signed-in' ? session.user.id : '';
  const { queryKey } = wantedQuery(transport, userId);
  const refetch = () => queries.invalidateQueries({ queryKey });
  const show = (change: (entries: WantedEntry[]) => WantedEntry[]) =>
    queries.setQueryData(queryKey, (entries) => entries && change(entries));

  return (entry) => {
    const before = queries.getQueryData(queryKey) ?? [];
    const putBack = () =>
      show((entries) =>
        before.filter((one) => one.id === entry.id || entries.some(({ id }) => id === one.id)),
      );
    const fail = (title: string) => (error: unknown) => {
      showErrorToast(failureText(error), title);
      return refetch();
    };
    // What is being fetched still has the entry.
    void queries.cancelQueries({ queryKey });
    show((entries) => entries.filter(({ id }) => id !== entry.id));
    onRemove();
    // The last entry has no neighbor.
    keepFocus();
    const removal = api.call('DELETE /api/wanted/:id', { params: { id: entry.id } }).then(
      () => true,
      (error: unknown) => {
        putBack();
        void fail(t('wanted.removed.failed'))(error);
        return false;
      },
    );
    // There may be nothing to restore until it is removed.
    const undo = async () => {
      putBack();
      if (!(await removal)) return;
      await api.call('POST /api/wanted', { body: toInput(entry) }).then(refetch, (error: unknown) => {
        show((entries) => entries.filter(({ id }) => id !== entry.id));
        return fail(t('wanted.removed.not-restored'))(error);
      });
    };
    toast({
      title: t('wanted.removed.title'),
      description: entryTitle(entry),
      action: { label: t('wanted.removed.undo'), onAction: () => void undo() },
    });
  };
}

function toInput({ isbn, course, words, maxPrice, minCondition }: WantedEntry) {
  const what = isbn !== null ? { isbn } : course !== null ? { course } : { words: words! };
  return { ...what, maxPrice, minCondition };
}
