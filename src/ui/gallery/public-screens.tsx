import { useState } from 'react';
import { AdSlot } from '../ad-slot.tsx';
import { Avatar } from '../avatar.tsx';
import { Badge, ConditionBadge, ConditionScale, VerifiedBadge } from '../badge.tsx';
import { BookList, BookRow } from '../book-row.tsx';
import type { RowBook } from '../book-row.tsx';
import { BottomNav } from '../bottom-nav.tsx';
import { Button } from '../button.tsx';
import { Chips } from '../chips.tsx';
import { Cover } from '../cover/cover.tsx';
import { TextField } from '../fields.tsx';
import { HomeHeader, TitleHeader } from '../header.tsx';
import { HeartButton } from '../heart-button.tsx';
import { Icon } from '../icon.tsx';
import { IconButton } from '../icon-button.tsx';
import { Facts, Panel } from '../list.tsx';
import { BrandMark } from '../logo.tsx';
import { Menu } from '../menu.tsx';
import { Price } from '../price.tsx';
import { SearchBox } from '../search-box.tsx';
import { ActionBar, App, Main, Section } from '../shell.tsx';
import { Shelf } from '../shelf.tsx';
import { Time } from '../time.tsx';
import { toast } from '../toaster.tsx';
import {
  ALGORITHMS,
  BIOLOGY,
  ECONOMICS,
  FALL_APART,
  NOW,
  ORGANIC,
  PATTERNS,
  QUANTUM,
  SUBJECTS,
  THINKING,
} from './books.ts';

export function Nav({ at }: { at?: string }) {
  return (
    <BottomNav
      items={[
        { href: '/', label: 'Home', icon: 'home', current: at === 'home' },
        { href: '/favorites', label: 'Favorites', icon: 'heart' },
        { href: '/messages', label: 'Messages', icon: 'message', current: at === 'messages', unread: 1 },
        { href: '/profile', label: 'Profile', icon: 'profile', current: at === 'profile' },
      ]}
      add={{ href: '/add' }}
    />
  );
}

export function HomeScreen() {
  const [subject, setSubject] = useState('All');
  const [liked, setLiked] = useState([ALGORITHMS, QUANTUM]);
  const toggle = (book: RowBook) =>
    setLiked(liked.includes(book) ? liked.filter((other) => other !== book) : [...liked, book]);
  const row = (book: RowBook, boostLeft?: string) => (
    <BookRow
      key={book.title}
      book={book}
      href="/book"
      state={boostLeft ? 'boosted' : undefined}
      boostLeft={boostLeft}
      action={<HeartButton pressed={liked.includes(book)} onPress={() => toggle(book)} />}
    />
  );
  return (
    <App nav>
      <HomeHeader
        actions={
          <a className="iconbtn" href="/profile">
            <Avatar id="c" name="Maya Ross" size="xs" />
            <span className="vh">Profile</span>
          </a>
        }
      >
        <SearchBox />
        <Chips
          label="Subjects"
          options={SUBJECTS.map((value) => ({ value, label: value }))}
          value={subject}
          onChange={setSubject}
        />
      </HomeHeader>
      <Main>
        <h2 className="vh">Books</h2>
        <BookList>
          {row(ALGORITHMS, '41h 12m left')}
          {row(ORGANIC, '48m left')}
          {[BIOLOGY, THINKING, QUANTUM, FALL_APART, PATTERNS].map((book) => row(book))}
        </BookList>
      </Main>
      <Nav at="home" />
    </App>
  );
}

export function BookScreen({ sold }: { sold?: boolean }) {
  const book = sold ? ECONOMICS : BIOLOGY;
  const cover = <Cover book={book} size="l" />;
  const share = () =>
    toast({ title: 'Link copied!', description: 'Book link has been copied to your clipboard.' });
  return (
    <App>
      <TitleHeader
        back={{ href: '/' }}
        actions={
          <>
            <IconButton icon="share" label="Share" onClick={share} />
            <Menu
              actions={[
                { label: 'Copy link', icon: 'copy', onSelect: share },
                { label: 'Report listing', icon: 'flag', danger: true, onSelect: share },
              ]}
            />
          </>
        }
      />
      <Main>
        <div className={sold ? 'stage is-sold' : 'stage'}>
          {sold ? (
            <div className="pile">
              {cover}
              <span className="sold-band big-band" aria-hidden="true">
                Sold
              </span>
            </div>
          ) : (
            cover
          )}
        </div>
        <div>
          <h1>{book.title}</h1>
          <p className="soft by-line">{book.author}</p>
        </div>
        <div className="row between">
          <Price cents={book.priceCents} big />
          <span className="row small soft">
            <Icon name="eye" size="s" />
            {sold ? '97 views' : '128 views'}
          </span>
        </div>
        <div className="row wrap">
          {sold && <Badge tone="sold">Sold</Badge>}
          <ConditionBadge condition={book.condition} />
          <ConditionScale condition={book.condition} />
          <Badge tone="plain">{book.subject}</Badge>
        </div>
        <Facts
          facts={[
            { term: 'ISBN', value: sold ? '978-1285165875' : '978-0134093413' },
            { term: 'Subject', value: book.subject },
            { term: 'Listed', value: <Time at={NOW - 2 * 86_400_000} now={NOW} /> },
          ]}
        />
        <Section title="Seller">
          <div className="list">
            <a className="row item panel-row" href="/seller">
              <Avatar id={sold ? 'a' : 'c'} name={sold ? 'Tom Whitaker' : 'Daniel Okafor'} />
              <span className="grow">
                <span className="row">
                  <b className="cut">{sold ? 'Tom Whitaker' : 'Daniel Okafor'}</b>
                  <VerifiedBadge mark />
                </span>
                <span className="small soft cut">Northfield University</span>
              </span>
              <Icon name="chevron-right" size="s" />
            </a>
            <p className="item small soft">
              <Icon name="verified" size="s" />
              <span>Student e-mail verified</span>
              <span className="grow" />
              {sold ? '9 sold' : '12 sold'}
            </p>
          </div>
        </Section>
        <Section title="Description">
          <p>
            {sold
              ? 'Highlighting in the first four chapters.'
              : 'Used for one year of BIO 101 and 102. A few pencil notes in chapters 3 to 7, easily erased; spine and corners are firm. The access code inside the back cover is unused. I am on campus Monday to Thursday and happy to meet at the library entrance.'}
          </p>
        </Section>
        <AdSlot size="large">
          <span>Your ad here, 320 × 100</span>
        </AdSlot>
      </Main>
      <ActionBar>
        <HeartButton place="bar" pressed={!sold} onPress={share} />
        {sold ? (
          <p className="grow small soft">This book is sold. You can still keep it in Favorites.</p>
        ) : (
          <Button className="grow" size="tall" icon="message">
            Contact Seller
          </Button>
        )}
      </ActionBar>
    </App>
  );
}

export function SignInScreen() {
  return (
    <App>
      <Main className="pad-top">
        <BrandMark />
        <div className="center">
          <h1>Sign In</h1>
          <p className="soft small">Use your university e-mail to get the student badge.</p>
        </div>
        <Panel>
          <form className="stack" noValidate>
            <TextField label="Email" type="email" defaultValue="maya.ross@northfield.edu" />
            <TextField label="Password" type="password" defaultValue="correcthorse" />
            <Button wide size="tall">
              Sign In
            </Button>
          </form>
          <p className="small soft center">
            New here? <a href="/sign-up">Sign Up</a>
          </p>
        </Panel>
        <p className="tiny soft center">
          <a href="#privacy">Privacy</a> · <a href="#terms">Terms</a> · <a href="#help">Help & Support</a>
        </p>
      </Main>
      <Shelf />
    </App>
  );
}
