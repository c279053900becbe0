import { useRef, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { t } from '#platform/shared/texts/t.ts';
import { Chips } from '#ui/actions/chips.tsx';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { HomeHeader } from '#ui/layout/header.tsx';
import type { Book } from '../contract.ts';
import { formatFilters, homeUrl, parseFilters } from '../filters.ts';
import { homeSubjects } from '../rules.ts';
import { BookFeed } from './book-feed.tsx';
import { FilterButton } from './filters/filter-button.tsx';
import { subjectText } from './subject-text.ts';
import { SearchField, type SearchFieldHandle } from './search-field.tsx';
import searchRowStyles from './filters/search-row.module.css';

const subjectChips = () => [
  { value: 'All', label: t('books.home.all') },
  ...homeSubjects.map((subject) => ({ value: subject, label: subjectText(subject) })),
];

type HomePageProps = {
  /** The query of the URL, which holds the search and the filters. */
  query: URLSearchParams;
  /** The right end of the header. */
  account: ReactNode;
  /** Always the same function, or every card is rendered again. */
  cardAction: (book: Book) => ReactNode;
  /** Stands after the first page of listings. */
  afterFirst: ReactNode;
  /** Stands above the results. */
  aboveResults?: ReactNode;
  /** Stands below a search that has found nothing. */
  emptyAction: ReactNode;
  /** Stands below the last listing. */
  afterLast?: ReactNode;
  nav: ReactNode;
};

/** Home: all listings, searched and filtered by the URL. */
export function HomePage({
  query,
  account,
  cardAction,
  afterFirst,
  aboveResults,
  emptyAction,
  afterLast,
  nav,
}: HomePageProps) {
  const filters = parseFilters(query);
  const { search = '', subject = 'All', ...others } = filters;
  const [, navigate] = useLocation();
  const field = useRef<SearchFieldHandle>(null);

  const go = (search: string, subject: string, replace: boolean) => {
    // Reads 'All' and blanks as no restriction.
    const next = parseFilters(new URLSearchParams({ search, subject }));
    navigate(homeUrl({ ...others, ...next }), { replace });
  };
  return (
    <AppShell nav>
      <HomeHeader actions={account}>
        <div className={searchRowStyles.search}>
          <SearchField
            ref={field}
            search={search}
            filters={formatFilters(others)}
            onSearch={(text) => go(text, subject, true)}
          />
          <FilterButton filters={filters} />
        </div>
        <Chips
          label={t('books.home.subjects')}
          form={{ id: 'search', name: 'subject' }}
          options={subjectChips()}
          value={subject}
          // What has just been typed is searched too.
          onChange={(chosen) => go(field.current!.text(), chosen, false)}
        />
      </HomeHeader>
      <Main id="main">
        {aboveResults}
        <BookFeed filters={filters} action={cardAction} {...{ afterFirst, emptyAction, afterLast }} />
      </Main>
      {nav}
    </AppShell>
  );
}
