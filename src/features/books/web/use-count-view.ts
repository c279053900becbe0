import { useEffect } from 'react';
import { useSession } from '#features/accounts/web/public.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import type { BookEndpoints } from '../contract.ts';

/**
 * Counts a view, once per page shown: a page that came with its data sends no other request that could count
 * it.
 */
export function useCountView(bookId: string): void {
  const transport = useTransport();
  const { status } = useSession();
  useEffect(() => {
    if (status === 'loading') return;
    apiClient<BookEndpoints>(transport)
      .call('POST /api/books/:id/views', { params: { id: bookId } }, { keepalive: true })
      // A failure affects neither the page nor its reader.
      .catch(() => {});
  }, [transport, bookId, status]);
}
