import type { QueryClient } from '@tanstack/react-query';
import { takePendingIntent } from '#features/accounts/web/lazy.ts';
import { addFavorite } from '#features/favorites/web/public.ts';
import type { Transport } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { toast } from '#ui/overlays/toaster.tsx';
import { isReturnPage } from '../routing/route-table.ts';
import { type Navigate, reopenPlace } from './scrolling/reopen-place.ts';

type Services = { queries: QueryClient; transport: Transport; navigate: Navigate };

/** Takes the stored intent and performs it. To call on Home, for a user. */
export function resumeIntent({ queries, transport, navigate }: Services): void {
  const intent = takePendingIntent();
  switch (intent?.kind) {
    case 'favorite':
      // The book may be on no visible list.
      void addFavorite(queries, transport, intent.bookId).then(
        (saved) => saved && toast({ title: t('app.intent.saved'), description: intent.title, icon: 'heart' }),
      );
      if (isReturnPage(intent.from.path)) reopenPlace(intent.from, navigate);
      break;
    case 'contact': {
      const { sellerId, bookId, isOffer } = intent;
      navigate(`/conversation/new?sellerId=${sellerId}&bookId=${bookId}${isOffer ? '&offer' : ''}`);
      break;
    }
    case 'route':
      if (isReturnPage(intent.path)) navigate(intent.path);
      break;
    case 'add-listing':
      navigate('/add-listing');
      break;
    case 'want':
      if (isReturnPage(intent.from)) navigate(intent.from);
      void import('#features/wanted/web/lazy.ts').then(({ addWants }) =>
        addWants({ queries, transport, show: () => navigate('/favorites?tab=wanted') }, intent.wants),
      );
      break;
    default:
  }
}
