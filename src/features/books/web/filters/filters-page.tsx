import { t } from '#platform/shared/texts/t.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { homeUrl, parseFilters } from '../../filters.ts';
import { FilterFields } from './filter-fields.tsx';
import actionSheetStyles from '#ui/overlays/action-sheet.module.css';
import styles from './filters-page.module.css';

/** The filters of Home as a page, for browsers without a script. */
export default function FiltersPage({ search: query }: { search: URLSearchParams }) {
  const filters = parseFilters(query);
  const { search, subject } = filters;
  return (
    <AppShell>
      <TitleHeader title={t('books.filters.title')} back={{ href: homeUrl(filters) }} />
      <Main id="main">
        <form className={actionSheetStyles.form} action="/">
          <FilterFields filters={filters} />
          <div className={styles.actions}>
            <LinkButton href={homeUrl({ search, subject })} variant="text">
              {t('books.filters.clear')}
            </LinkButton>
            <Button type="submit">{t('books.filters.show')}</Button>
          </div>
        </form>
      </Main>
    </AppShell>
  );
}
