import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { usePendingIntent } from '#features/accounts/web/public.ts';
import { addFavorite } from '#features/favorites/web/public.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { toast } from '#ui/overlays/toaster.tsx';
import { isReturnPage } from '../routing/route-table.ts';

/** Resumes once, on Home, the action that a visitor wanted before signing in. */
export function useResumeIntent(): void {
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const transport = useTransport();
  // In place of the steps of the sign-in: Back leads to where the visitor came from.
  const show = (path: string, steps: number) => {
    const open = () => navigate(path, steps > 0 ? { replace: true, state: history.state as unknown } : {});
    if (steps <= 1) return open();
    // Runs before the step renders.
    addEventListener('popstate', open, { once: true, capture: true });
    history.go(1 - steps);
  };
  usePendingIntent({
    favorite: ({ bookId, title }) =>
      // The book may be on no visible list.
      void addFavorite(queries, transport, bookId).then(
        (saved) => saved && toast({ title: 'Saved to Favorites', description: title, icon: 'heart' }),
      ),
    contact: ({ bookId, sellerId, isOffer }, steps) =>
      show(`/conversation/new?sellerId=${sellerId}&bookId=${bookId}${isOffer ? '&offer' : ''}`, steps),
    route: (path, steps) => {
      if (isReturnPage(path)) show(path, steps);
    },
    addListing: (steps) => show('/add-listing', steps),
    want: ({ wants, from }, steps) => {
      if (steps > 0) history.go(-steps);
      else if (isReturnPage(from)) navigate(from);
      void import('#features/wanted/web/lazy.ts').then(({ addWants }) =>
        addWants({ queries, transport, show: () => navigate('/favorites?tab=wanted') }, wants),
      );
    },
  });
}
