import { DAY_MS } from '#platform/shared/durations.ts';
import { useState } from 'react';
import { Avatar } from '../display/avatar.tsx';
import { BottomNav } from '../layout/bottom-nav.tsx';
import { Button } from '../actions/button.tsx';
import { MessageBubble, DaySeparator, MessageStatus, TypingIndicator } from '../chat/message-bubble.tsx';
import { ChatHeader, PinnedBook } from '../chat/chat-header.tsx';
import { Composer } from '../chat/composer.tsx';
import { ConversationList, ConversationRow } from '../chat/conversation-row.tsx';
import { Chips } from '../actions/chips.tsx';
import { Dialog } from '../overlays/dialog.tsx';
import { TextField } from '../forms/fields.tsx';
import { HomeHeader } from '../layout/header.tsx';
import { Menu } from '../actions/menu.tsx';
import { SortablePhotos, type SortablePhoto } from '../photos/sortable-photos.tsx';
import { SearchBox } from '../forms/search-box.tsx';
import { Section } from '../layout/app-shell.tsx';
import { Time } from '../display/time.tsx';
import { toast } from '../overlays/toaster.tsx';
import { UploadItem, UploadList } from '../forms/upload-item.tsx';
import { sampleBook } from './sample-books.ts';
import shared from '../shared.module.css';
import chipsStyles from '../actions/chips.module.css';
import chatLogStyles from '../chat/chat-log.module.css';

const nothing = () => {};
const NOW = Date.UTC(2026, 10, 20, 14, 40);

export function Overlays() {
  const [open, setOpen] = useState(false);
  const fail = () =>
    toast({ title: 'Upload Error', description: 'Please try again.', variant: 'destructive' });
  return (
    <Section title="Dialog, toast">
      <div className={shared.row}>
        <Button variant="quiet" size="slim" onClick={() => setOpen(true)}>
          Dialog
        </Button>
        <Button variant="quiet" size="slim" onClick={fail}>
          Toast
        </Button>
      </div>
      <Dialog open={open} onClose={() => setOpen(false)} closable title="Sign In" text="To save a book.">
        <form className={shared.stack} noValidate>
          <TextField label="Email" type="email" />
          <Button wide size="tall" onClick={() => toast({ title: 'Success!' })}>
            Sign In
          </Button>
        </form>
      </Dialog>
    </Section>
  );
}

export function Bars() {
  const [subject, setSubject] = useState('All');
  const subjects = ['All', 'Mathematics', 'Science', 'History', 'Literature', 'Psychology', 'Engineering'];
  return (
    <Section title="Bars">
      <div className={chipsStyles.bleed}>
        <HomeHeader actions={<Button size="slim">Sign Up</Button>}>
          <SearchBox />
          <Chips
            label="Subjects"
            options={subjects.map((value) => ({ value, label: value }))}
            value={subject}
            onChange={setSubject}
          />
        </HomeHeader>
        <BottomNav
          items={[
            { href: '#home', label: 'Home', icon: 'home', current: true },
            { href: '#favorites', label: 'Favorites', icon: 'heart', locked: true },
            { href: '#messages', label: 'Messages', icon: 'message', unread: 2 },
            { href: '#profile', label: 'Profile', icon: 'profile' },
          ]}
          add={{ href: '#add' }}
        />
      </div>
    </Section>
  );
}

export function Chat() {
  const [text, setText] = useState('');
  const book = sampleBook('biology');
  const other = { id: 'c', name: 'Daniel Okafor', href: '#user', studentUniversity: 'Northfield University' };
  const report = { label: 'Report listing', icon: 'flag', danger: true, onSelect: nothing } as const;
  const twoDaysAgo = NOW - 2 * DAY_MS;
  return (
    <Section title="Conversation">
      <div className={chipsStyles.bleed}>
        <ChatHeader backHref="#messages" other={other} actions={<Menu actions={[report]} />}>
          <PinnedBook href="#book" book={book} note="Northfield University" />
        </ChatHeader>
        <div className={chatLogStyles.messages}>
          <DaySeparator>
            <Time form="day" at={twoDaysAgo} now={NOW} />
          </DaySeparator>
          <MessageBubble>Is it still available?</MessageBubble>
          <MessageBubble>I could come today</MessageBubble>
          <MessageStatus time={<Time form="message" at={twoDaysAgo} now={NOW} />} />
          {(['read', 'sent', 'sending', 'failed'] as const).map((delivery) => (
            <div key={delivery} className={shared.stack}>
              <MessageBubble mine delivery={delivery}>
                Library at 2?
              </MessageBubble>
              <MessageStatus mine delivery={delivery} time="14:32" />
            </div>
          ))}
          <TypingIndicator name="Daniel" />
        </div>
        <Composer to={other.name} value={text} onChange={setText} onSend={() => setText('')} />
        <ConversationList>
          <ConversationRow
            unread
            href="#c"
            book={book}
            other={other}
            when="14:31"
            last="At 2 works for me."
          />
          <ConversationRow
            href="#c"
            book={book}
            note="No longer available"
            other={other}
            when=""
            last="Thanks"
          />
        </ConversationList>
      </div>
      <div className={shared.row}>
        <Avatar id="c" name="Maya Ross" size="xl" />
        <Avatar id="d" name="Priya Raman" />
        <Avatar id="a" name="Tom Whitaker" size="xs" />
        <Avatar id="b" name="Zadie" photo="/icon.svg" />
      </div>
    </Section>
  );
}

export function Photos() {
  const src = '/icon.svg';
  const [photos, setPhotos] = useState<SortablePhoto[]>([
    { id: 'one', state: 'done', src },
    { id: 'two', state: 'uploading', progress: 64, src },
    { id: 'three', state: 'failed', src },
  ]);
  const without = (id: string) => photos.filter((photo) => photo.id !== id);
  const only = (id: string) => photos.filter((photo) => photo.id === id);
  return (
    <Section title="Photos">
      <SortablePhotos
        photos={photos}
        max={5}
        onAdd={() => setPhotos([...photos, { id: String(photos.length), state: 'done', src }])}
        onRemove={(id) => setPhotos(without(id))}
        onRetry={nothing}
        onMove={(id, to) => setPhotos(without(id).toSpliced(to, 0, ...only(id)))}
      />
      <UploadList>
        <UploadItem
          name="front-cover.jpg"
          src={src}
          state="done"
          note="Uploaded, 2.1 MB"
          onRemove={nothing}
        />
        <UploadItem name="page.jpg" src={src} state="uploading" progress={64} note="64%" onRemove={nothing} />
        <UploadItem name="syllabus.pdf" state="refused" note="Not an image" onRemove={nothing} />
      </UploadList>
    </Section>
  );
}
