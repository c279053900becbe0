import { useNow } from '#platform/web/now.tsx';
import { Time } from '#ui/display/time.tsx';
import type { SubscriptionView } from './subscription-view.ts';

/** How a subscription stands, in a sentence or two. */
export function SubscriptionStatusText({
  shown: { state, renewsAt, adFreeUntil },
}: {
  shown: SubscriptionView;
}) {
  const now = useNow().getTime();
  const until = adFreeUntil && <Time at={adFreeUntil} now={now} form="date" />;
  switch (state) {
    case 'active':
      return renewsAt && <>It renews on {<Time at={renewsAt} now={now} form="date" />}.</>;
    case 'renewing':
      return until ? (
        <>The payment for the next month is on its way. You stay ad-free until {until} meanwhile.</>
      ) : (
        <>The payment for the next month is on its way. The ads go as soon as it has arrived.</>
      );
    case 'ending':
      return until ? <>It ends on {until}; you can undo that until then.</> : <>It is about to end.</>;
    case 'retrying':
      return until ? (
        <>Your last renewal did not go through. You stay ad-free until {until} while it is tried again.</>
      ) : (
        <>Your last renewal did not go through, so there are ads again.</>
      );
    case 'unpaid':
      return (
        <>Your last renewal was not paid, so your ad-free access has stopped. Nothing is charged for it.</>
      );
    case 'ended':
      return until && <>It is not renewed. You stay ad-free until {until}.</>;
  }
}
