import { useQuery } from '@tanstack/react-query';
import { useSession } from '#features/accounts/web/public.ts';
import { BOOST_HOURS } from '#features/boosts/rules.ts';
import { priceList } from '#features/payments/rules.ts';
import { paymentProviderQuery } from '#features/payments/web/payment-queries.ts';
import { HelpPage } from '#features/support/web/help-page.tsx';
import { formatPrice } from '#platform/shared/money.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useBack } from '../shell/use-back.ts';

/** Help, with what is sold here and where its reader came from. */
export default function HelpRoute() {
  const session = useSession();
  const { data: provider } = useQuery(paymentProviderQuery(useTransport()));
  const facts = {
    boostPrice: formatPrice(priceList.boost),
    boostHours: BOOST_HOURS,
    adFreePrice: formatPrice(priceList['remove-ads']),
    selling: provider !== null,
  };
  return <HelpPage facts={facts} back={useBack(session.status === 'signed-in' ? '/profile' : '/')} />;
}
