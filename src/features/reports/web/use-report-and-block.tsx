import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { storePendingIntent, useSession } from '#features/accounts/web/public.ts';
import type { Book } from '#features/books/contract.ts';
import { canManageBook } from '#features/books/rules.ts';
import type { MenuAction } from '#ui/actions/menu.tsx';
import { useReportDialog } from './use-report-dialog.tsx';

const BlockDialog = lazy(() =>
  import('#features/blocks/web/lazy.ts').then((parts) => ({ default: parts.BlockDialog })),
);

/**
 * The menu entries that report a listing and block its seller. Sellers have none for their own listings;
 * signed-out readers sign in first. `isBlocked`: the reader has already blocked the seller.
 */
export function useReportAndBlock(
  book: Book,
  isBlocked: boolean,
): { actions: MenuAction[]; dialogs: ReactNode } {
  const session = useSession();
  const [, navigate] = useLocation();
  const { report, dialog } = useReportDialog();
  const [blocking, setBlocking] = useState(false);
  if (session.status === 'signed-in' && canManageBook(book, session.user.id))
    return { actions: [], dialogs: null };
  const user = { id: book.sellerId, name: book.seller.name };
  const signedIn = (act: () => void) => () => {
    if (session.status === 'signed-in') return act();
    storePendingIntent({ kind: 'route', path: `/book/${book.id}` });
    navigate('/sign-in');
  };
  const block: MenuAction = {
    label: `Block ${user.name}`,
    icon: 'lock',
    danger: true,
    onSelect: signedIn(() => setBlocking(true)),
  };
  return {
    actions: [
      {
        label: 'Report listing',
        icon: 'flag',
        onSelect: signedIn(() => report({ kind: 'book', id: book.id, person: user })),
      },
      ...(isBlocked ? [] : [block]),
    ],
    dialogs: (
      <>
        {dialog}
        {blocking && (
          <Suspense fallback={null}>
            <BlockDialog person={user} onClose={() => setBlocking(false)} />
          </Suspense>
        )}
      </>
    ),
  };
}
