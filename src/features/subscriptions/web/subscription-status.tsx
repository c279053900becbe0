import { useNow } from '#platform/web/now.tsx';
import { Time } from '#ui/display/time.tsx';
import type { SubscriptionView } from './subscription-view.ts';

export function SubscriptionStatusText({ shown }: { shown: SubscriptionView }) {
  const { state, renewsAt, adFreeUntil } = shown;
  const now = useNow().getTime();
  const until = adFreeUntil && <Time at={adFreeUntil} now={now} form="date" />;
  switch (state) {
    case 'active':
      return renewsAt && <>It renews on {<Time at={renewsAt} now={now} form="date" />}.</>;
    case 'renewing':
      return until ? (
        <>Next month's payment is processing. You're ad-free until {until} in the meantime.</>
      ) : (
        <>Next month's payment is processing. Ads will disappear once it's complete.</>
      );
    case 'ending':
      return until ? <>It ends on {until}. You can undo this until then.</> : <>It's about to end.</>;
    case 'retrying':
      return until ? (
        <>Your last renewal failed. You're ad-free until {until} while we try again.</>
      ) : (
        <>Your last renewal failed, so you'll see ads again.</>
      );
    case 'unpaid':
      return <>Your last renewal wasn't paid, so your ad-free access has ended. You won't be charged.</>;
    case 'ended':
      return until && <>It won't renew. You're ad-free until {until}.</>;
  }
}
