import { t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { Link } from '#ui/actions/link.tsx';
import { cx } from '#ui/class-names.ts';
import { Cover } from '#ui/cover/cover.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { Time } from '#ui/display/time.tsx';
import { Icon, type IconName } from '#ui/icons/icon.tsx';
import type { CaseSummary } from '../../case-schemas.ts';
import { CaseBadges } from './case-badges.tsx';
import { describeArrival, describeTarget, type ReasonText } from './case-texts.ts';
import shared from '#ui/shared.module.css';
import tileStyles from '#ui/display/tile.module.css';
import styles from './cases.module.css';

type CaseRowProps = { found: CaseSummary; reasonText: ReasonText };

/** A case in the list: what it is about, what came in, and how it stands. */
export function CaseRow({ found, reasonText }: CaseRowProps) {
  const now = useNow().getTime();
  const target = describeTarget(found.target);
  return (
    <li>
      <Link className={styles.case} href={`/admin/cases/${found.id}`}>
        <Picture found={found} />
        <span className={shared.grow}>
          <b dir="auto" className={cx(shared.block, shared.twoLines)}>
            {found.appeal === null ? target : t('moderation.case.appeal-title', { target })}
          </b>
          <span className={cx(shared.small, shared.soft, shared.block)}>
            {describeArrival(found, reasonText)}
          </span>
          <span className={cx(shared.row, shared.wrap, shared.tiny, styles.marks)}>
            <CaseBadges found={found} />
            <span className={shared.soft}>
              <Time at={found.openedAt} now={now} />
            </span>
          </span>
        </span>
        <Icon name="chevron-right" size="s" />
      </Link>
    </li>
  );
}

const ICONS: Record<'message' | 'review' | 'page', IconName> = {
  message: 'message',
  review: 'star',
  page: 'info',
};

function Picture({ found: { target, appeal } }: { found: CaseSummary }) {
  const { type, id, title } = target;
  if (appeal === null && type === 'book') return <Cover book={{ title: title ?? '', author: '' }} size="s" />;
  if (appeal === null && type === 'user') return <Avatar id={id} name={title ?? ''} />;
  return (
    <span className={tileStyles.tile} aria-hidden="true">
      <Icon name={appeal !== null || type === 'book' || type === 'user' ? 'scales' : ICONS[type]} />
    </span>
  );
}
