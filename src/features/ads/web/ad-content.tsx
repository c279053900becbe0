import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ComponentType, lazy, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { storePendingIntent, useCurrentUserId, useSession } from '#features/accounts/web/public.ts';
import { paymentProviderQuery } from '#features/payments/web/public.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import type { BookEndpoints } from '#features/books/contract.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import type { AdSize } from './ad-banner.tsx';
import { useAdsense } from './adsense-context.tsx';
import type GoogleAd from './google-ad.tsx';
import { HouseAd } from './house-ad.tsx';
import styles from './ad-content.module.css';

/** Whether payments are open; null while that is not known. */
function usePurchasesEnabled(): boolean | null {
  const { data, isLoading } = useQuery(paymentProviderQuery(useTransport()));
  return isLoading ? null : (data ?? null) !== null;
}

export const AdCorner = () => usePurchasesEnabled() === true && <RemoveAdsButton />;

/** Whether the user has a listing for sale; null while that is not known. */
function useIsSeller(isAsked: boolean): boolean | null {
  const transport = useTransport();
  const userId = useCurrentUserId() ?? '';
  const enabled = isAsked && userId !== '';
  const { data, isLoading } = useQuery({
    queryKey: ['books', 'any-of-user', userId],
    queryFn: async ({ signal }) => {
      const api = apiClient<BookEndpoints>(transport);
      const { items } = await api.page('GET /api/books/user/:userId', { params: { userId } }, { signal });
      return items.some(({ isActive }) => isActive);
    },
    enabled,
  });
  return isLoading ? null : (data ?? false);
}

/** Only where Google ads are configured. A house ad stands in for one that cannot be fetched. */
const LaterGoogleAd = lazy<ComponentType<ComponentProps<typeof GoogleAd>>>(() =>
  import('./google-ad.tsx').catch(() => ({ default: ({ children }) => children })),
);

/** A Google ad if configured and allowed, else a house ad. */
export function AdContent({ size }: { size: AdSize }) {
  const sells = usePurchasesEnabled();
  const { status } = useSession();
  const adsense = useAdsense();
  const isSeller = useIsSeller(size === 'small' && sells === true);
  if (sells === null) return null;
  const houseAd = isSeller !== null && (
    <HouseAd size={size} mayBuy={sells && status === 'signed-in'} isSeller={isSeller} />
  );
  if (adsense === null) return houseAd;
  return (
    <Suspense>
      <LaterGoogleAd adsense={adsense} size={size}>
        {houseAd}
      </LaterGoogleAd>
    </Suspense>
  );
}

type Dialog = ComponentType<{ open: boolean; onClose: () => void }>;

/**
 * Opens the offer of ad-free access, from the corner of an advertisement; signed-out users sign in first. The
 * dialog loads when it is opened, because every Home has the button. If it fails to load, the page of the
 * offer opens.
 */
function RemoveAdsButton() {
  const session = useSession();
  const [, navigate] = useLocation();
  const [Dialog, setDialog] = useState<Dialog | null>(null);
  const [open, setOpen] = useState(false);
  const openOffer = async () => {
    const { RemoveAdsDialog } = await import('#features/subscriptions/web/lazy.ts');
    setDialog(() => RemoveAdsDialog);
    setOpen(true);
  };
  const press = () => {
    if (session.status === 'signed-in') return void openOffer().catch(() => navigate('/subscribe'));
    storePendingIntent({ kind: 'route', path: '/subscribe' });
    navigate('/sign-in');
  };
  return (
    <>
      <button type="button" className={styles.button} onClick={press}>
        {t('ads.slot.remove')}
      </button>
      {Dialog && <Dialog open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
