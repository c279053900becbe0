import type { ReactNode } from 'react';
import { rich } from '#platform/shared/texts/rich.ts';
import { editionText } from '#features/editions/web/public.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { Link } from '#ui/actions/link.tsx';
import { Cover } from '#ui/cover/cover.tsx';
import { ConditionBadge } from '#ui/display/badge.tsx';
import { Price } from '#ui/display/price.tsx';
import { Time } from '#ui/display/time.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { VisuallyHidden } from '#ui/layout/app-shell.tsx';
import { cx } from '#ui/class-names.ts';
import type { WantedAlert, WantedEntry } from '../contract.ts';
import {
  availableText,
  courseText,
  entryListingsUrl,
  entryTitle,
  formatIsbn,
  limitsText,
} from './describe-entry.ts';
import shared from '#ui/shared.module.css';
import entryStyles from '#ui/display/entry.module.css';
import listedLinkStyles from '#ui/display/listed-link.module.css';
import tileStyles from '#ui/display/tile.module.css';
import styles from './wanted-row.module.css';

type WantedRowProps = {
  entry: WantedEntry;
  newBookIds: ReadonlySet<string>;
  onEdit: () => void;
};

/** An entry with the listings that matched it. */
export function WantedRow({ entry, newBookIds, onEdit }: WantedRowProps) {
  const title = entryTitle(entry);
  const limits = limitsText(entry);
  const ofCourse = courseText(entry);
  return (
    <li className={entryStyles.entry}>
      <div className={shared.row}>
        <EntryPicture entry={entry} />
        <div className={shared.grow}>
          <h3 dir="auto">{title}</h3>
          {ofCourse !== null && <p className={cx(shared.small, shared.soft)}>{ofCourse}</p>}
          {entry.otherEditions && (
            <p className={cx(shared.small, shared.soft)}>{t('wanted.entry.other-editions')}</p>
          )}
          {limits !== null && <p className={cx(shared.small, shared.soft)}>{limits}</p>}
          <AvailableLink entry={entry} />
        </div>
        <IconButton icon="edit" soft label={t('wanted.entry.edit', { title })} onClick={onEdit} />
      </div>
      {entry.alerts.length > 0 && (
        <div className={styles.hits}>
          {entry.alerts.map((alert) => (
            <Hit
              key={alert.bookId}
              alert={alert}
              isNew={newBookIds.has(alert.bookId)}
              isOfIsbn={entry.isbn !== null}
            />
          ))}
        </div>
      )}
    </li>
  );
}

/** What is available at this moment, also what was listed before the entry. */
function AvailableLink({ entry }: { entry: WantedEntry }) {
  const text = availableText(entry);
  if (entry.availableCount === 0) return <p className={cx(shared.small, shared.soft)}>{text}</p>;
  return (
    <Link className={listedLinkStyles.link} href={entryListingsUrl(entry)}>
      {text}
      <Icon name="chevron-right" />
    </Link>
  );
}

/** The cover of an ISBN, or a symbol. */
export function EntryPicture({ entry: { isbn, course, title, author } }: { entry: WantedEntry }): ReactNode {
  if (isbn !== null)
    return <Cover book={{ title: title ?? formatIsbn(isbn), author: author ?? '', isbn }} size="s" />;
  return (
    <span className={tileStyles.tile} aria-hidden="true">
      <Icon name={course === null ? 'search' : 'cap'} />
    </span>
  );
}

/** A listing that matched: of an ISBN the seller tells them apart, else the title. */
function Hit({ alert, isNew, isOfIsbn }: { alert: WantedAlert; isNew: boolean; isOfIsbn: boolean }) {
  const now = useNow();
  const { book, createdAt } = alert;
  const time = () => <Time at={createdAt} now={now.getTime()} />;
  return (
    <Link className={cx(styles.hit, isNew && styles.isNew)} href={`/book/${book.id}`}>
      <Cover book={book} size="s" />
      <span className={shared.grow}>
        <span className={shared.row}>
          {isNew && <span className={shared.dot} />}
          {isNew && <VisuallyHidden>{t('wanted.alert.new')} </VisuallyHidden>}
          <b className={shared.twoLines}>
            {isOfIsbn ? t('wanted.alert.from', { name: book.seller.name }) : book.title}
          </b>
        </span>
        <span className={cx(shared.row, shared.wrap, shared.small)}>
          <ConditionBadge condition={book.condition} />
          <span className={shared.soft}>
            {alert.edition !== null && `${editionText(alert.edition)} · `}
            {isOfIsbn ? time() : rich('wanted.alert.seller-time', { name: book.seller.name, time })}
          </span>
        </span>
      </span>
      <Price amount={book.price} />
    </Link>
  );
}
