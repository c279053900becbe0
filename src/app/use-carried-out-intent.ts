import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { usePendingIntent } from '#features/accounts/web/public.ts';
import { addFavorite } from '#features/favorites/web/public.ts';
import { useTransport } from '#platform/web/transport-context.tsx';

/** What a person wanted before signing in happens once, right after the arrival on Home. */
export function useCarriedOutIntent(): void {
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const transport = useTransport();
  usePendingIntent({
    favorite: (bookId) => void addFavorite(queries, transport, bookId),
    contact: ({ bookId, sellerId }) => navigate(`/conversation/new?sellerId=${sellerId}&bookId=${bookId}`),
    route: (path) => navigate(path),
    addListing: () => navigate('/add-listing'),
  });
}
