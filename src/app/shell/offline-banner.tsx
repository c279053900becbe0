import { useOnline } from '#platform/web/use-online.ts';
import { TopBanner } from '#ui/states/alerts.tsx';

/** A thin bar while there is no connection; what is on the screen stays usable, and where it is. */
export function OfflineBanner() {
  return useOnline() ? null : (
    <TopBanner icon="offline" low>
      No Internet connection. This was loaded before.
    </TopBanner>
  );
}
