import { useState } from 'react';
import { VerifiedBadge } from '../badge.tsx';
import { Avatar } from '../avatar.tsx';
import { BookList, BookRow } from '../book-row.tsx';
import { Button, LinkButton } from '../button.tsx';
import { Bubble, DaySeparator, Stamp, TypingIndicator } from '../chat/bubble.tsx';
import { ChatHeader, PinnedBook } from '../chat/chat-header.tsx';
import { Composer } from '../chat/composer.tsx';
import { Log } from '../chat/log.tsx';
import { ThreadList, ThreadRow } from '../chat/thread-row.tsx';
import { ConfirmDialog } from '../dialog.tsx';
import { PriceField, SelectField, SwitchRow, TextAreaField, TextField } from '../fields.tsx';
import { TitleHeader } from '../header.tsx';
import { Icon } from '../icon.tsx';
import { IconButton } from '../icon-button.tsx';
import { LinkItem, List, Panel } from '../list.tsx';
import { PhotoStrip } from '../photos/photo-strip.tsx';
import type { StripPhoto } from '../photos/photo-strip.tsx';
import { App, Main, Section } from '../shell.tsx';
import { Time } from '../time.tsx';
import { toast } from '../toaster.tsx';
import { ALGORITHMS, BIOLOGY, ECONOMICS, ELECTRONICS, NOW, ODYSSEY, ORGANIC, SUBJECTS } from './books.ts';
import { Nav } from './public-screens.tsx';

export function MessagesScreen() {
  return (
    <App nav>
      <TitleHeader title="Messages" />
      <Main flush>
        <h2 className="vh">Conversations</h2>
        <ThreadList>
          <ThreadRow
            unread
            href="/c"
            book={BIOLOGY}
            other={{ id: 'c', name: 'Daniel Okafor' }}
            when="14:31"
            last="Library entrance at 2 works for me. I will have the red backpack."
          />
          <ThreadRow
            unread
            href="/c"
            book={ALGORITHMS}
            other={{ id: 'd', name: 'Priya Raman' }}
            when="11:08"
            last="Is the price fixed?"
          />
          <ThreadRow
            href="/c"
            book={ORGANIC}
            other={{ id: 'a', name: 'Jonas Weber' }}
            when={<Time at={NOW - 30 * 3_600_000} now={NOW} />}
            last="You: Thanks, I will let you know tomorrow"
          />
          <ThreadRow
            href="/c"
            book={ECONOMICS}
            note="No longer available"
            other={{ id: 'a', name: 'Tom Whitaker' }}
            when="5 days ago"
            last="Sorry, it went this morning."
          />
        </ThreadList>
      </Main>
      <Nav at="messages" />
    </App>
  );
}

export function ConversationScreen() {
  const [text, setText] = useState('');
  const [sent, setSent] = useState<string[]>([]);
  return (
    <App talk>
      <ChatHeader
        backHref="/messages"
        other={{ id: 'c', name: 'Daniel Okafor', verified: true }}
        actions={<IconButton icon="more" label="More" />}
      >
        <PinnedBook href="/book" book={BIOLOGY} note="Northfield University" />
      </ChatHeader>
      <Log>
        <DaySeparator>
          <Time form="day" at={Date.UTC(2026, 10, 18, 16, 40)} now={NOW} />
        </DaySeparator>
        <Bubble mine>Hi Daniel, is Campbell Biology still available?</Bubble>
        <Stamp mine delivery="read" time="16:40" />
        <Bubble>Yes it is</Bubble>
        <Bubble>
          A few pencil notes in chapters 3 to 7, otherwise like in the photos. The access code is unused.
        </Bubble>
        <Stamp time="2 days ago" />
        <DaySeparator>
          <Time form="day" at={NOW} now={NOW} />
        </DaySeparator>
        <Bubble mine>Great. Could we meet tomorrow on campus? I have a break from 13:30.</Bubble>
        <Bubble mine>Cash is fine for me</Bubble>
        <Stamp mine delivery="read" time="14:28" />
        <Bubble>Library entrance at 2 works for me. I will have the red backpack.</Bubble>
        <Stamp time="14:31" />
        <Bubble mine delivery="failed">
          Perfect, see you there at 2
        </Bubble>
        <Stamp mine delivery="failed" />
        {sent.map((line) => (
          <Bubble mine key={line}>
            {line}
          </Bubble>
        ))}
        <TypingIndicator name="Daniel" />
      </Log>
      <Composer
        to="Daniel Okafor"
        value={text}
        onChange={setText}
        onSend={() => {
          setSent([...sent, text]);
          setText('');
        }}
      />
    </App>
  );
}

export function ListingScreen() {
  const [photos, setPhotos] = useState<StripPhoto[]>([
    { id: 'one', state: 'done', src: '/icon.svg' },
    { id: 'two', state: 'uploading', progress: 64, src: '/icon.svg' },
    { id: 'three', state: 'failed', src: '/icon.svg' },
  ]);
  return (
    <App>
      <TitleHeader
        title="Add listing"
        back={{ href: '/', icon: 'close' }}
        actions={<Button size="slim">Post</Button>}
      />
      <Main>
        <p className="row tiny soft" role="status">
          <Icon name="check" size="xs" />
          Draft saved on this device, 14:32
        </p>
        <section className="stack tight" aria-label="Photos">
          <div className="row between">
            <h2 className="legend">Photos</h2>
            <span className="small soft">{`${photos.length} of 5`}</span>
          </div>
          <PhotoStrip
            photos={photos}
            max={5}
            onAdd={() =>
              setPhotos([...photos, { id: String(photos.length), state: 'done', src: '/icon.svg' }])
            }
            onRemove={(id) => setPhotos(photos.filter((photo) => photo.id !== id))}
            onRetry={(id) =>
              setPhotos(photos.map((photo) => (photo.id === id ? { ...photo, state: 'done' } : photo)))
            }
            onMove={(id, to) => {
              const moved = photos.filter((photo) => photo.id === id);
              const rest = photos.filter((photo) => photo.id !== id);
              setPhotos([...rest.slice(0, to), ...moved, ...rest.slice(to)]);
            }}
          />
          <p className="help">Images only, up to 10MB each</p>
        </section>
        <TextField label="Title" required defaultValue={ELECTRONICS.title} />
        <TextField label="Author" required defaultValue={ELECTRONICS.author} />
        <TextField
          label="ISBN"
          inputMode="numeric"
          defaultValue="9780521809269"
          help="On the back cover, above the barcode."
        />
        <div className="two">
          <SelectField label="Subject" options={SUBJECTS.slice(1)} defaultValue="Engineering" />
          <SelectField
            label="Condition"
            required
            options={['Like New', 'Excellent', 'Good', 'Fair', 'Poor']}
            defaultValue="Good"
          />
        </div>
        <PriceField label="Price" required problem="Price is required" />
        <TextAreaField
          label="Description"
          max={5000}
          help="Edition, marks, what is included."
          defaultValue="Bible of the electronics lab. Dog-eared at chapter 4, otherwise clean. Comes with the errata sheet."
        />
        <Button wide size="tall">
          Post
        </Button>
      </Main>
    </App>
  );
}

export function ProfileScreen() {
  const [asked, setAsked] = useState(false);
  const undo = () =>
    toast({
      title: 'Listing deleted',
      description: 'The Art of Electronics',
      icon: 'trash',
      action: { label: 'Undo', onAction: () => {} },
    });
  const tools = (first: React.ReactNode, sold?: boolean) => (
    <>
      {first}
      <Button variant="text" size="slim">
        {sold ? 'Mark as available' : 'Mark as sold'}
      </Button>
      {!sold && <IconButton soft iconSize="s" icon="edit" label="Edit" />}
      <IconButton soft iconSize="s" icon="trash" label="Delete" onClick={() => setAsked(true)} />
    </>
  );
  return (
    <App nav>
      <TitleHeader title="Profile" actions={<IconButton icon="moon" label="Dark theme" />} />
      <Main>
        <div className="row who">
          <Avatar id="c" name="Maya Ross" size="xl" />
          <div className="grow">
            <h2>Maya Ross</h2>
            <p className="small soft">Northfield University</p>
            <p>
              <VerifiedBadge />
            </p>
          </div>
        </div>
        <a className="row note adfree" href="/subscribe">
          <Icon name="no-ads" />
          <span className="grow">
            <b className="serif">Go Ad-Free</b>
            <br />
            $4.99 per month, cancel anytime
          </span>
          <Icon name="chevron-right" size="s" />
        </a>
        <Section
          title="Your Listings"
          aside={
            <LinkButton variant="text" size="slim" href="#all">
              View all
            </LinkButton>
          }
        >
          <BookList>
            <BookRow
              book={ELECTRONICS}
              href="/b"
              tools={tools(
                <>
                  <LinkButton variant="boost" size="slim" icon="boost" href="/boost">
                    Boost
                  </LinkButton>
                  <span className="grow" />
                </>,
              )}
            />
            <BookRow
              book={ODYSSEY}
              href="/b"
              state="boosted"
              boostLeft="70h 3m left"
              tools={tools(<span className="tiny soft grow">23 views</span>)}
            />
            <BookRow
              book={ECONOMICS}
              href="/b"
              state="sold"
              tools={tools(<span className="tiny soft grow">Sold 3 days ago</span>, true)}
            />
          </BookList>
        </Section>
        <Section title="Profile info">
          <Panel stack>
            <TextField label="Name" defaultValue="Maya Ross" />
            <TextField label="University" defaultValue="Northfield University" />
            <TextField
              label="Email"
              disabled
              defaultValue="maya.ross@northfield.edu"
              help="Only you and the admins see it."
            />
            <Button variant="quiet" disabled>
              Save changes
            </Button>
          </Panel>
        </Section>
        <Section title="Account Settings">
          <List>
            <LinkItem icon="key" href="#p">
              Change Password
            </LinkItem>
            <SwitchRow icon="bell" label="Notify me of new messages" defaultChecked />
            <LinkItem icon="shield" href="#s">
              Devices, ad-free, your data
            </LinkItem>
            <LinkItem icon="help" href="#h">
              Help & Support
            </LinkItem>
            <LinkItem icon="users" href="#a">
              Admin Dashboard
            </LinkItem>
          </List>
        </Section>
        <List>
          <LinkItem icon="logout" href="#out" chevron={false}>
            Sign Out
          </LinkItem>
        </List>
      </Main>
      <Nav at="profile" />
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        title="Delete this listing?"
        text="The Art of Electronics, 3rd Edition and its photos are removed. Conversations about it stay."
        keep="Keep it"
        confirm="Delete"
        danger
        onConfirm={() => {
          setAsked(false);
          undo();
        }}
      />
    </App>
  );
}
