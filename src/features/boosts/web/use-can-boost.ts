import { useQuery } from '@tanstack/react-query';
import { useSession } from '#features/accounts/web/public.ts';
import type { Book } from '#features/books/contract.ts';
import { canManageBook } from '#features/books/rules.ts';
import { paymentProviderQuery } from '#features/payments/web/public.ts';
import { useTransport } from '#platform/web/transport-context.tsx';

/** Whether the listing is for sale by the current user, and payments are open. Apart from the dialog, which visitors do not load. */
export function useCanBoost(book: Book): boolean {
  const session = useSession();
  const transport = useTransport();
  const isOwnActive = session.status === 'signed-in' && canManageBook(book, session.user.id) && book.isActive;
  const { data: provider } = useQuery({ ...paymentProviderQuery(transport), enabled: isOwnActive });
  return isOwnActive && provider !== undefined && provider !== null;
}
