import { useOnline } from '#platform/web/use-online.ts';
import { TopBanner } from '#ui/states/alerts.tsx';
import shellStyles from './shell.module.css';

/** A thin bar while nothing can load; the page below stays usable and does not move. */
export function OfflineBanner() {
  return useOnline() ? null : (
    <TopBanner icon="offline" low>
      {navigator.onLine ? 'No connection to BookSwap.' : 'No Internet connection.'}
      {/* The first is hidden where the page says that there is none, the second where it shows no code. */}
      <span className={shellStyles.loaded}>Showing saved content.</span>
      <span className={shellStyles.withCode}>The code works anyway.</span>
    </TopBanner>
  );
}
