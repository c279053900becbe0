import { useLocation } from 'wouter';
import { t } from '#platform/shared/texts/t.ts';
import { Link } from '#ui/actions/link.tsx';
import shellStyles from '../../shell/shell.module.css';

/** At the end of each public page: a report without an account, and who runs the campus. */
export function LegalFoot() {
  const [path] = useLocation();
  return (
    <p className={shellStyles.foot}>
      <Link href={`/report-illegal?url=${encodeURIComponent(path)}`}>{t('app.foot.report')}</Link>
      <Link href="/imprint">{t('app.foot.imprint')}</Link>
    </p>
  );
}
