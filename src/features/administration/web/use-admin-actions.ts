import { currentLocale } from '#platform/shared/texts/locale.ts';
import { useQueryClient } from '@tanstack/react-query';
import { withPasskey } from '#features/accounts/web/lazy.ts';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failsWith } from '#platform/web/mutations/mutation-failures.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { toast } from '#ui/overlays/toaster.tsx';
import type { AdministrationEndpoints } from '../contract.ts';
import { CLEANUP_BATCH_SIZE, sampleTextbooks } from '../rules.ts';
import { adminKey } from './admin-queries.ts';

/** The actions of administrators. Each shows a toast with its result, then all visible data is fetched again. */
export function useAdminActions() {
  const queries = useQueryClient();
  const transport = useTransport();
  const api = apiClient<AdministrationEndpoints>(transport);
  // Awaited: a deleted row stays pending until the new list is loaded.
  const onSettled = () => queries.invalidateQueries({ queryKey: adminKey });

  const deleteBook = useSingleMutation({
    mutationFn: (id: string) => api.call('DELETE /api/admin/books/:id', { params: { id } }),
    meta: failsWith(t('administration.toast.book-failed')),
    onSuccess: () =>
      void toast({
        title: t('administration.toast.book-deleted'),
        description: t('administration.toast.book-deleted-text'),
      }),
    onSettled,
  });
  const deleteUser = useSingleMutation({
    mutationFn: ({ id, ban }: { id: string; ban: boolean }) =>
      withPasskey(transport, () =>
        api.call('DELETE /api/admin/users/:id', { params: { id }, query: ban ? { ban: '1' } : {} }),
      ),
    meta: failsWith(t('administration.toast.user-failed')),
    onSuccess: () =>
      void toast({
        title: t('administration.toast.user-deleted'),
        description: t('administration.toast.user-deleted-text'),
      }),
    onSettled,
  });
  const clean = useSingleMutation({
    mutationFn: () => withPasskey(transport, () => cleanAll(transport)),
    meta: failsWith(t('administration.toast.clean-failed')),
    onSuccess: ({ deletedBooks, deletedUsers }) =>
      void toast({
        title: t('administration.toast.cleaned'),
        description: t('administration.toast.cleaned-text', { books: deletedBooks, users: deletedUsers }),
      }),
    onSettled,
  });
  const seed = useSingleMutation({
    mutationFn: () =>
      api.call('POST /api/admin/seed-textbooks', {
        body: {
          textbooks: sampleTextbooks(currentLocale().prices).map((textbook) => ({ ...textbook, images: [] })),
        },
      }),
    meta: failsWith(t('administration.toast.seed-failed')),
    onSuccess: ({ count }) => void toast(describeSeeding(count)),
    onSettled,
  });
  return { deleteBook, deleteUser, clean, seed };
}

const describeSeeding = (count: number) =>
  count > 0
    ? {
        title: t('administration.toast.seeded'),
        description: t('administration.toast.seeded-text', { count }),
      }
    : {
        title: t('administration.toast.nothing-to-add'),
        description: t('administration.toast.nothing-to-add-text'),
      };

/** One request deletes a limited number: repeats until a request finds fewer. */
async function cleanAll(transport: Transport): Promise<{ deletedBooks: number; deletedUsers: number }> {
  const sum = { deletedBooks: 0, deletedUsers: 0 };
  for (;;) {
    const { deletedBooks, deletedUsers } = await apiClient<AdministrationEndpoints>(transport).call(
      'DELETE /api/admin/cleanup-test-data',
    );
    sum.deletedBooks += deletedBooks;
    sum.deletedUsers += deletedUsers;
    if (deletedBooks < CLEANUP_BATCH_SIZE.books && deletedUsers < CLEANUP_BATCH_SIZE.users) return sum;
  }
}
