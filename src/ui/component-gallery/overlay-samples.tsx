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
import { List } from '../layout/list.tsx';
import { Menu } from '../actions/menu.tsx';
import { SortablePhotos, type SortablePhoto } from '../photos/sortable-photos.tsx';
import { SearchBox } from '../forms/search-box.tsx';
import { ActionSheet } from '../overlays/action-sheet.tsx';
import { Section } from '../layout/app-shell.tsx';
import { ConversationRowSkeleton } from '../states/screen-skeletons.tsx';
import { Time } from '../display/time.tsx';
import { toast } from '../overlays/toaster.tsx';
import { UploadItem, UploadList } from '../forms/upload-item.tsx';
import { BIOLOGY, NOW, SUBJECTS } from './sample-books.ts';
import { cx } from '../class-names.ts';
import shared from '../shared.module.css';
import chipsStyles from '../actions/chips.module.css';
import chatLogStyles from '../chat/chat-log.module.css';

const nothing = () => {};

export function Overlays() {
  const [open, setOpen] = useState('');
  const close = () => setOpen('');
  return (
    <Section title="Dialog, sheet, toast">
      <div className={cx(shared.row, shared.wrap)}>
        <Button variant="quiet" size="slim" onClick={() => setOpen('dialog')}>
          Dialog
        </Button>
        <Button variant="quiet" size="slim" onClick={() => setOpen('sheet')}>
          Sheet
        </Button>
        <Button
          variant="quiet"
          size="slim"
          onClick={() =>
            toast({
              title: 'Upload Error',
              description: 'Failed to prepare file upload. Please try again.',
              variant: 'destructive',
            })
          }
        >
          Toast
        </Button>
      </div>
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        closable
        title="Sign In"
        text="Sign in to save Campbell Biology."
      >
        <form className={shared.stack} noValidate>
          <TextField label="Email" type="email" />
          <Button wide size="tall" onClick={() => toast({ title: 'Success!' })}>
            Sign In
          </Button>
        </form>
      </Dialog>
      <ActionSheet
        open={open === 'sheet'}
        onClose={close}
        label="More"
        actions={[
          { label: 'Report listing', icon: 'flag', danger: true, onSelect: nothing },
          { label: 'Copy link', icon: 'copy', onSelect: nothing },
          { label: 'Share', icon: 'share', onSelect: nothing },
        ]}
      />
    </Section>
  );
}

export function Chat() {
  return (
    <>
      <Section title="Messages loading">
        <List>
          <ConversationRowSkeleton />
          <ConversationRowSkeleton />
          <ConversationRowSkeleton />
        </List>
      </Section>
      <Section title="Chat">
        <div className={chatLogStyles.messages}>
          <MessageBubble>Is it still available?</MessageBubble>
          <MessageBubble>I could come today</MessageBubble>
          <MessageStatus time="14:31" />
          <MessageBubble mine>Yes</MessageBubble>
          <MessageBubble mine>Library at 2?</MessageBubble>
          <MessageStatus mine delivery="read" time="14:32" />
          <MessageBubble mine>On my way</MessageBubble>
          <MessageStatus mine delivery="sent" time="14:50" />
          <MessageBubble mine delivery="sending">
            By the fountain
          </MessageBubble>
          <MessageStatus mine delivery="sending" />
          <MessageBubble mine delivery="failed">
            See you
          </MessageBubble>
          <MessageStatus mine delivery="failed" />
        </div>
      </Section>
    </>
  );
}

export function Bars() {
  const [subject, setSubject] = useState('All');
  return (
    <Section title="Bars">
      <div className={chipsStyles.bleed}>
        <HomeHeader actions={<Button size="slim">Sign Up</Button>}>
          <SearchBox />
          <Chips
            label="Subjects"
            options={SUBJECTS.map((value) => ({ value, label: value }))}
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

export function ConversationSample() {
  const [text, setText] = useState('');
  const other = {
    id: 'c',
    name: 'Daniel Okafor',
    href: '#user',
    studentUniversity: 'Northfield University',
  };
  return (
    <Section title="Conversation">
      <div className={chipsStyles.bleed}>
        <ChatHeader
          backHref="#messages"
          other={other}
          actions={
            <Menu actions={[{ label: 'Report listing', icon: 'flag', danger: true, onSelect: nothing }]} />
          }
        >
          <PinnedBook href="#book" book={BIOLOGY} note="Northfield University" />
        </ChatHeader>
        <div className={chatLogStyles.messages}>
          <DaySeparator>
            <Time form="day" at={NOW - 2 * DAY_MS} now={NOW} />
          </DaySeparator>
          <MessageBubble>Yes it is</MessageBubble>
          <MessageStatus time={<Time form="message" at={NOW - 2 * DAY_MS} now={NOW} />} />
          <TypingIndicator name="Daniel" />
        </div>
        <Composer to={other.name} value={text} onChange={setText} onSend={() => setText('')} />
        <ConversationList>
          <ConversationRow
            unread
            href="#c"
            book={BIOLOGY}
            other={other}
            when="14:31"
            last="Library entrance at 2 works for me."
          />
          <ConversationRow
            href="#c"
            book={BIOLOGY}
            note="No longer available"
            other={other}
            when="5 days ago"
            last="You: Thanks"
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
  const [photos, setPhotos] = useState<SortablePhoto[]>([
    { id: 'one', state: 'done', src: '/icon.svg' },
    { id: 'two', state: 'uploading', progress: 64, src: '/icon.svg' },
    { id: 'three', state: 'failed', src: '/icon.svg' },
  ]);
  const without = (id: string) => photos.filter((photo) => photo.id !== id);
  return (
    <Section title="Photos">
      <SortablePhotos
        photos={photos}
        max={5}
        onAdd={() => setPhotos([...photos, { id: String(photos.length), state: 'done', src: '/icon.svg' }])}
        onRemove={(id) => setPhotos(without(id))}
        onRetry={(id) =>
          setPhotos(photos.map((photo) => (photo.id === id ? { ...photo, state: 'done' } : photo)))
        }
        onMove={(id, to) =>
          setPhotos(without(id).toSpliced(to, 0, ...photos.filter((photo) => photo.id === id)))
        }
      />
      <UploadList>
        <UploadItem
          name="front-cover.jpg"
          src="/icon.svg"
          state="done"
          note="Uploaded, 2.1 MB"
          onRemove={nothing}
        />
        <UploadItem
          name="page.jpg"
          src="/icon.svg"
          state="uploading"
          progress={64}
          note="64% of 3.4 MB"
          onRemove={nothing}
        />
        <UploadItem name="syllabus.pdf" state="refused" note="Not an image" onRemove={nothing} />
      </UploadList>
    </Section>
  );
}
