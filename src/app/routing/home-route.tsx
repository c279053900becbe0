import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { AdBanner } from '#features/ads/web/public.ts';
import type { Book } from '#features/books/contract.ts';
import { homeSubjects } from '#features/books/rules.ts';
import { BookFeed } from '#features/books/web/public.ts';
import { FavoriteButton } from '#features/favorites/web/public.ts';
import { Chips } from '#ui/actions/chips.tsx';
import { HomeHeader } from '#ui/layout/header.tsx';
import { SearchBox } from '#ui/forms/search-box.tsx';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { AppNav } from '../shell/app-nav.tsx';
import { HeaderAccount } from '../shell/header-account.tsx';
import type { PageProps } from './page-route.ts';
import { useResumeIntent } from '../shell/use-resume-intent.ts';

const TYPING_DEBOUNCE_MS = 250;
const chips = ['All', ...homeSubjects].map((subject) => ({ value: subject, label: subject }));

const heart = (book: Book) => <FavoriteButton bookId={book.id} title={book.title} />;

/** Home: everything that is for sale, searched and filtered by the address. */
export default function HomeRoute({ search: address }: PageProps) {
  const search = address.get('search') ?? '';
  const subject = address.get('subject') ?? 'All';
  const [, navigate] = useLocation();
  useResumeIntent();

  const go = (next: { search: string; subject: string }, replace: boolean) => {
    const query = new URLSearchParams();
    if (next.search.trim() !== '') query.set('search', next.search.trim());
    if (next.subject !== 'All') query.set('subject', next.subject);
    navigate(query.size === 0 ? '/' : `/?${query}`, { replace });
  };
  return (
    <AppShell nav>
      <HomeHeader actions={<HeaderAccount />}>
        <SearchField
          search={search}
          subject={subject}
          onSearch={(text) => go({ search: text, subject }, true)}
        />
        <Chips
          label="Subjects"
          form={{ id: 'search', name: 'subject' }}
          options={chips}
          value={subject}
          onChange={(chosen) => go({ search, subject: chosen }, false)}
        />
      </HomeHeader>
      <Main id="main">
        <BookFeed
          filter={{ search, subject: subject === 'All' ? '' : subject }}
          action={heart}
          afterFirst={<AdBanner size="small" />}
        />
      </Main>
      <AppNav />
    </AppShell>
  );
}

/**
 * Searches as you type, after a pause. The field is the browser's own, so that what was typed before the page came alive
 * counts; it follows the address when that changes by the back button.
 */
function SearchField(props: { search: string; subject: string; onSearch: (text: string) => void }) {
  const { search, onSearch } = props;
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [initial] = useState(search);
  const asked = useRef(search);

  const ask = (text: string) => {
    clearTimeout(timer.current);
    if (text.trim() === asked.current) return;
    asked.current = text.trim();
    onSearch(text);
  };
  const askEarlier = useRef(ask);
  useEffect(() => {
    askEarlier.current = ask;
  });
  useEffect(() => {
    const typedEarly = input.current!.value;
    if (typedEarly !== asked.current) askEarlier.current(typedEarly);
    return () => clearTimeout(timer.current);
  }, []);
  useEffect(() => {
    if (search === asked.current) return;
    asked.current = search;
    input.current!.value = search;
  }, [search]);

  return (
    <SearchBox
      ref={input}
      formId="search"
      name="search"
      defaultValue={initial}
      maxLength={200}
      onInput={(event) => {
        const { value } = event.currentTarget;
        clearTimeout(timer.current);
        timer.current = setTimeout(() => askEarlier.current(value), TYPING_DEBOUNCE_MS);
      }}
      onSearch={() => ask(input.current!.value)}
    />
  );
}
