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
  usePendingIntent({
    favorite: ({ bookId, title }) =>
      // The book may be on no visible list.
      void addFavorite(queries, transport, bookId).then(
        (saved) => saved && toast({ title: 'Saved to Favorites', description: title, icon: 'heart' }),
      ),
    contact: ({ bookId, sellerId, isOffer }) =>
      navigate(`/conversation/new?sellerId=${sellerId}&bookId=${bookId}${isOffer ? '&offer' : ''}`),
    route: (path) => {
      if (isReturnPage(path)) navigate(path);
    },
    addListing: () => navigate('/add-listing'),
    want: ({ wants, from }) => {
      if (isReturnPage(from)) navigate(from);
      void import('#features/wanted/web/lazy.ts').then(({ addWants }) =>
        addWants({ queries, transport, show: () => navigate('/favorites?tab=wanted') }, wants),
      );
    },
  });
}
