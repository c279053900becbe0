import { useState } from 'react';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { type BookFilters, countActiveFilters, formatFilters } from '../../filters.ts';
import { cx } from '#ui/class-names.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import shared from '#ui/shared.module.css';
import badgeStyles from '#ui/display/badge.module.css';

const filterSheet = lazyPart(() => import('./filter-sheet.tsx'));

/** Opens the filters in a sheet; without a script, and in a new tab, on a separate page. */
export function FilterButton({ filters }: { filters: BookFilters }) {
  const [isOpen, setOpen] = useState(false);
  const [isOpening, setOpening] = useState(false);
  const count = countActiveFilters(filters);
  const open = async () => {
    setOpening(true);
    await filterSheet.fetchCode();
    setOpening(false);
    setOpen(true);
  };
  return (
    <>
      <LinkButton
        variant="quiet"
        icon="filter"
        busy={isOpening}
        href={`/filters?${formatFilters(filters)}`}
        aria-haspopup="dialog"
        {...filterSheet.ahead}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          void open();
        }}
      >
        {t('books.filters.open')}
        {count > 0 && (
          <span className={cx(badgeStyles.badge, badgeStyles.count)}>
            {rich('books.filters.active', {
              count,
              hidden: (active) => <span className={shared.visuallyHidden}>{active}</span>,
            })}
          </span>
        )}
      </LinkButton>
      {isOpen && <filterSheet.Part filters={filters} onClose={() => setOpen(false)} />}
    </>
  );
}
