import { t } from '#platform/shared/texts/t.ts';
import { Button } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Cover } from '#ui/cover/cover.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import type { ListedWork } from '../../contract.ts';
import { editionOf, joinedByText, type ListedEdition, titleOf } from './work-names.ts';
import shared from '#ui/shared.module.css';
import listStyles from '#ui/layout/list.module.css';
import styles from './works-admin.module.css';

type WorkSectionProps = {
  work: ListedWork;
  busy: boolean;
  isChosen: boolean;
  onChoose: () => void;
  onSplit: (edition: ListedEdition) => void;
};

/** A work with its editions. */
export function WorkSection({ work, busy, isChosen, onChoose, onSplit }: WorkSectionProps) {
  const title = titleOf(work);
  return (
    <section className={cx(shared.stack, shared.tight)} aria-label={title}>
      <div className={cx(shared.row, shared.between)}>
        <h3 dir="auto">{title}</h3>
        <span className={cx(shared.small, shared.soft)}>
          {t('editions.admin.count', { count: work.editions.length })}
        </span>
      </div>
      <p className={cx(shared.row, shared.small, shared.soft)}>
        <Icon name={work.joinedBy === 'title' ? 'info' : 'check'} size="s" />
        <span>{joinedByText(work)}</span>
      </p>
      <ul className={listStyles.list}>
        {work.editions.map((edition) => (
          <li key={edition.isbn} className={styles.row}>
            <Cover
              book={{ title: edition.title ?? title, author: work.author ?? '', isbn: edition.isbn }}
              size="s"
            />
            <span className={shared.grow}>
              <b className={shared.block}>{editionOf(edition)}</b>
              {edition.title !== null && edition.title !== title && (
                <span dir="auto" className={cx(shared.small, shared.block)}>
                  {edition.title}
                </span>
              )}
              <span className={cx(shared.tiny, shared.soft, shared.block)}>
                {t('editions.admin.facts', {
                  isbn: `\u2066${edition.isbn.slice(0, 3)}-${edition.isbn.slice(3)}\u2069`,
                  listings: t('editions.admin.listings', { count: edition.listingCount }),
                })}
              </span>
            </span>
            {work.editions.length > 1 && (
              <Button
                variant="text"
                size="slim"
                icon="split"
                disabled={busy}
                aria-label={t('editions.admin.split-of', { edition: editionOf(edition) })}
                onClick={() => onSplit(edition)}
              >
                {t('editions.admin.split')}
              </Button>
            )}
          </li>
        ))}
        <li className={styles.choice}>
          <Button
            variant="text"
            size="slim"
            icon="join"
            aria-pressed={isChosen}
            aria-label={t('editions.admin.choose-of', { title })}
            onClick={onChoose}
          >
            {t(isChosen ? 'editions.admin.chosen' : 'editions.admin.choose')}
          </Button>
        </li>
      </ul>
    </section>
  );
}
