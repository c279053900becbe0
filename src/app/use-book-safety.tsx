import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { storePendingIntent, useSession } from '#features/accounts/web/public.ts';
import type { Book } from '#features/books/contract.ts';
import type { MenuAction } from '#ui/menu.tsx';
import { useReporting } from './use-reporting.tsx';

const BlockDialog = lazy(() =>
  import('#features/blocks/web/parts.ts').then((parts) => ({ default: parts.BlockDialog })),
);

/**
 * What a reader can do about a listing or its seller; nothing about their own. Who is not signed in does that first.
 * `isBlocked`: they have blocked the seller already.
 */
export function useBookSafety(book: Book, isBlocked: boolean): { actions: MenuAction[]; dialogs: ReactNode } {
  const session = useSession();
  const [, navigate] = useLocation();
  const { report, dialog } = useReporting();
  const [blocking, setBlocking] = useState(false);
  if (session.status === 'signed-in' && session.user.id === book.sellerId)
    return { actions: [], dialogs: null };
  const person = { id: book.sellerId, name: book.seller.name };
  const signedIn = (act: () => void) => () => {
    if (session.status === 'signed-in') return act();
    storePendingIntent({ kind: 'route', path: `/book/${book.id}` });
    navigate('/sign-in');
  };
  const block: MenuAction = {
    label: `Block ${person.name}`,
    icon: 'lock',
    danger: true,
    onSelect: signedIn(() => setBlocking(true)),
  };
  return {
    actions: [
      {
        label: 'Report listing',
        icon: 'flag',
        onSelect: signedIn(() => report({ kind: 'book', id: book.id, person })),
      },
      ...(isBlocked ? [] : [block]),
    ],
    dialogs: (
      <>
        {dialog}
        {blocking && (
          <Suspense fallback={null}>
            <BlockDialog person={person} onClose={() => setBlocking(false)} />
          </Suspense>
        )}
      </>
    ),
  };
}
