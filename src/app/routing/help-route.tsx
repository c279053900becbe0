import { useQuery } from '@tanstack/react-query';
import { paymentProviderQuery } from '#features/payments/web/public.ts';
import { HelpPage } from '#features/support/web/help-page.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useBack } from '#platform/web/navigation/use-back.ts';
import { saleFacts } from './sale-facts.ts';

/** Help, which states the prices and whether payments are open. */
export default function HelpRoute() {
  const { data: provider } = useQuery(paymentProviderQuery(useTransport()));
  return <HelpPage facts={{ ...saleFacts(), selling: provider !== null }} back={useBack('/profile')} />;
}
