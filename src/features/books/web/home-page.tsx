import { useRef, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Chips } from '#ui/actions/chips.tsx';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { HomeHeader } from '#ui/layout/header.tsx';
import type { Book } from '../contract.ts';
import { homeSubjects } from '../rules.ts';
import { BookFeed } from './book-feed.tsx';
import { SearchField, type SearchFieldHandle } from './search-field.tsx';

const chips = ['All', ...homeSubjects].map((subject) => ({ value: subject, label: subject }));

type HomePageProps = {
  /** The query of the URL, which holds the search and the subject. */
  query: URLSearchParams;
  /** The right end of the header. */
  account: ReactNode;
  /** Always the same function, or every card is rendered again. */
  cardAction: (book: Book) => ReactNode;
  /** Stands after the first page of listings. */
  afterFirst: ReactNode;
  /** Stand above and below the results. */
  aboveResults?: ReactNode;
  belowResults?: ReactNode;
  nav: ReactNode;
};

/** Home: all listings, searched and filtered by the URL. */
export function HomePage({
  query,
  account,
  cardAction,
  afterFirst,
  aboveResults,
  belowResults,
  nav,
}: HomePageProps) {
  const search = query.get('search') ?? '';
  const subject = query.get('subject') ?? 'All';
  const [, navigate] = useLocation();
  const field = useRef<SearchFieldHandle>(null);

  const go = (search: string, subject: string, replace: boolean) => {
    const next = new URLSearchParams();
    if (search.trim() !== '') next.set('search', search.trim());
    if (subject !== 'All') next.set('subject', subject);
    navigate(next.size === 0 ? '/' : `/?${next}`, { replace });
  };
  return (
    <AppShell nav>
      <HomeHeader actions={account}>
        <SearchField ref={field} search={search} onSearch={(text) => go(text, subject, true)} />
        <Chips
          label="Subjects"
          form={{ id: 'search', name: 'subject' }}
          options={chips}
          value={subject}
          // What has just been typed is searched too.
          onChange={(chosen) => go(field.current!.text(), chosen, false)}
        />
      </HomeHeader>
      <Main id="main">
        {aboveResults}
        <BookFeed
          filter={{ search, subject: subject === 'All' ? '' : subject }}
          action={cardAction}
          afterFirst={afterFirst}
        />
        {belowResults}
      </Main>
      {nav}
    </AppShell>
  );
}
