import SubscribePage from '#features/subscriptions/web/subscribe-page.tsx';
import { useBack } from '#platform/web/navigation/use-back.ts';

/** The payment for ad-free access. */
export default function SubscribeRoute() {
  return <SubscribePage back={useBack('/profile')} />;
}
