import { currentLocale } from '#platform/shared/texts/locale.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withPasskey } from '#features/accounts/web/lazy.ts';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { failsWith } from '#platform/web/mutation-failures.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
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

  const deleteBook = useMutation({
    mutationFn: (id: string) => api.call('DELETE /api/admin/books/:id', { params: { id } }),
    meta: failsWith('Failed to delete book. Please try again.'),
    onSuccess: () =>
      void toast({
        title: 'Book deleted successfully',
        description: 'The book has been removed from the platform.',
      }),
    onSettled,
  });
  const deleteUser = useMutation({
    mutationFn: ({ id, ban }: { id: string; ban: boolean }) =>
      withPasskey(transport, () =>
        api.call('DELETE /api/admin/users/:id', { params: { id }, query: ban ? { ban: '1' } : {} }),
      ),
    meta: failsWith('Failed to delete user. Please try again.'),
    onSuccess: () =>
      void toast({
        title: 'User deleted successfully',
        description: 'The user and all their data have been removed.',
      }),
    onSettled,
  });
  const clean = useMutation({
    mutationFn: () => withPasskey(transport, () => cleanAll(transport)),
    meta: failsWith('Failed to cleanup test data'),
    onSuccess: ({ deletedBooks, deletedUsers }) =>
      void toast({
        title: 'Test Data Cleaned',
        description: `Deleted ${deletedBooks} test books and ${deletedUsers} test users`,
      }),
    onSettled,
  });
  const seed = useMutation({
    mutationFn: () =>
      api.call('POST /api/admin/seed-textbooks', {
        body: {
          textbooks: sampleTextbooks(currentLocale().prices).map((textbook) => ({ ...textbook, images: [] })),
        },
      }),
    meta: failsWith('Failed to seed textbooks'),
    onSuccess: ({ count }) =>
      void toast(
        count > 0
          ? { title: 'Textbooks Seeded', description: `Added ${count} sample textbooks` }
          : { title: 'Nothing to add', description: 'You already list all sample textbooks.' },
      ),
    onSettled,
  });
  return { deleteBook, deleteUser, clean, seed };
}

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
