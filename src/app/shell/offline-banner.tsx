import { useOnline } from '#platform/web/use-online.ts';
import { t } from '#platform/shared/texts/t.ts';
import { TopBanner } from '#ui/states/alerts.tsx';
import shellStyles from './shell.module.css';

/** A thin bar while nothing can load; the page below stays usable and does not move. */
export function OfflineBanner() {
  return useOnline() ? null : (
    <TopBanner icon="offline" low>
      {navigator.onLine ? t('app.offline.banner-server') : t('app.offline.banner')}
      {/* The first is hidden where the page says that there is none, the second where it shows no code. */}
      <span className={shellStyles.loaded}>{t('app.offline.banner-saved')}</span>
      <span className={shellStyles.withCode}>{t('app.offline.banner-code')}</span>
    </TopBanner>
  );
}
