import { type ComponentProps, useState } from 'react';
import { AdSlot } from '../layout/ad-slot.tsx';
import { Badge, BoostedBadge, ConditionBadge, ConditionScale } from '../display/badge.tsx';
import { StudentBadge } from '../display/student-badge.tsx';
import { BookList, BookRow } from '../display/book-row.tsx';
import { Button, LinkButton } from '../actions/button.tsx';
import { PriceField, SelectField, SwitchRow, TextAreaField, TextField } from '../forms/fields.tsx';
import { Disclosure } from '../actions/disclosure.tsx';
import { TitleHeader } from '../layout/header.tsx';
import { HeartButton } from '../actions/heart-button.tsx';
import { IconButton } from '../actions/icon-button.tsx';
import { List, Panel } from '../layout/list.tsx';
import { InlineAlert, TopBanner } from '../states/alerts.tsx';
import { PhotoGallery } from '../photos/photo-gallery.tsx';
import { AppShell, Main, Section } from '../layout/app-shell.tsx';
import { ConversationListSkeleton, ConversationSkeleton } from '../states/screen-skeletons.tsx';
import { BookRowSkeleton } from '../states/skeleton.tsx';
import { ErrorState, EmptyState } from '../states/empty-state.tsx';
import { Tabs } from '../actions/tabs.tsx';
import { sampleBook } from './sample-books.ts';
import { Bars, Chat, Overlays, Photos } from './overlay-samples.tsx';
import { cx } from '../class-names.ts';
import shared from '../shared.module.css';

const CONDITIONS = ['Like New', 'Excellent', 'Good', 'Fair', 'Poor'] as const;
const nothing = () => {};

const BUTTONS: ComponentProps<typeof Button>[] = [
  { size: 'tall', children: 'Contact Seller' },
  { children: 'Post' },
  { variant: 'quiet', children: 'Retry' },
  { variant: 'boost', icon: 'boost', children: 'Boost' },
  { variant: 'danger', children: 'Delete' },
  { variant: 'danger-quiet', children: 'Delete' },
  { variant: 'text', children: 'View all' },
  { disabled: true, children: 'Continue' },
  { busy: true, children: 'Processing...' },
];
const ICON_BUTTONS: ComponentProps<typeof IconButton>[] = [
  ...(['back', 'share', 'more', 'close', 'trash', 'edit'] as const).map((icon) => ({ icon, label: icon })),
  { soft: true, icon: 'heart', label: 'Favorite', pressed: false },
  { icon: 'heart-filled', label: 'Favorite', pressed: true },
  { edge: true, icon: 'heart-filled', label: 'Favorite', pressed: true },
  { filled: true, icon: 'send', label: 'Send' },
  { icon: 'send', label: 'Send', disabled: true },
];

const Buttons = () => (
  <Section title="Buttons">
    <Panel tight>
      {BUTTONS.map((props, at) => (
        <Button key={at} wide {...props} />
      ))}
      <div className={shared.row}>
        {([undefined, 'quiet', 'text'] as const).map((variant) => (
          <Button key={variant ?? ''} variant={variant} size="slim">
            Slim
          </Button>
        ))}
      </div>
      <div className={cx(shared.row, shared.wrap)}>
        {ICON_BUTTONS.map((props, at) => (
          <IconButton key={at} {...props} />
        ))}
      </div>
    </Panel>
  </Section>
);

const Badges = () => (
  <Section title="Badges">
    <div className={cx(shared.row, shared.wrap)}>
      {CONDITIONS.map((condition) => (
        <ConditionBadge key={condition} condition={condition} />
      ))}
      {CONDITIONS.map((condition) => (
        <ConditionScale key={condition} condition={condition} />
      ))}
      <BoostedBadge />
      {(['sold', 'free', 'active', 'inactive', 'admin', 'role'] as const).map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
      <StudentBadge university="Northfield University" />
    </div>
  </Section>
);

function Cards() {
  const heart = (pressed: boolean) => <HeartButton pressed={pressed} onPress={nothing} />;
  const [algorithms, boostLeft] = [sampleBook('algorithms'), '41h 12m left'];
  return (
    <Section title="Book cards">
      <BookList>
        <BookRow book={algorithms} href="#" state="boosted" boostLeft={boostLeft} action={heart(true)} />
        <BookRow book={sampleBook('organic')} href="#" action={heart(false)} />
        <BookRow book={sampleBook('economics')} href="#" state="sold" action={heart(true)} />
        <BookRow book={sampleBook('fallApart')} href="#" action={heart(false)} />
        <BookRowSkeleton />
      </BookList>
    </Section>
  );
}

const Fields = () => (
  <Section title="Fields">
    <Panel stack>
      <TextField label="Title" required defaultValue="Calculus, 4th Edition" />
      <TextField label="ISBN" placeholder="978" help="On the back cover, above the barcode" />
      <SelectField label="Condition" options={['Good']} />
      <PriceField label="Price" required error="Price is required" />
      <TextAreaField label="Description" defaultValue="Clean copy." help="Mention markings." max={5000} />
      <SwitchRow label="Notify me of new messages" defaultChecked />
      <progress max={100} value={64} aria-label="Upload" />
    </Panel>
  </Section>
);

const States = () => (
  <>
    <Section title="Notes and bars">
      <TopBanner icon="offline">No Internet connection. Showing saved content.</TopBanner>
      <TopBanner icon="check" tone="positive">
        Connected to the Internet
      </TopBanner>
      <TopBanner icon="info" tone="warning">
        Test mode. No real money moves.
      </TopBanner>
      <InlineAlert>Agree on a public place in the conversation.</InlineAlert>
      <InlineAlert tone="danger">Failed to create listing. Please try again.</InlineAlert>
    </Section>
    <Section title="Empty, error, loading">
      <EmptyState
        illustration="no-books-found"
        title="No books found"
        text="Try adjusting your search or filters"
        action={<LinkButton href="#">Clear search and filters</LinkButton>}
      />
      <ErrorState title="Error loading messages" onRetry={nothing} />
      <ConversationListSkeleton />
      <ConversationSkeleton />
    </Section>
    <Section title="Ad slots">
      <AdSlot>Your ad here, 320 × 50</AdSlot>
      <AdSlot size="large">Your ad here, 320 × 100</AdSlot>
    </Section>
  </>
);

function Panels() {
  const [tab, setTab] = useState('Books');
  const tabs = ['Books', 'Users'].map((value) => ({ value, label: value, waiting: 3 }));
  return (
    <Section title="Tabs, questions">
      <Tabs id="parts" label="Parts" tabs={tabs} value={tab} onChange={setTab} />
      <div role="tabpanel" id="parts-panel" aria-labelledby={`parts-${tab}`}>
        <List>
          <Disclosure title="How do payments work?" group="faq">
            BookSwap doesn't handle payments between students.
          </Disclosure>
          <Disclosure title="How do I edit a listing?" group="faq">
            Open Profile, find the book under Your Listings and tap Edit.
          </Disclosure>
        </List>
      </div>
    </Section>
  );
}

/** Every component once, in the order of the design board. */
export const ComponentSamples = () => (
  <AppShell>
    <TitleHeader title="Components" />
    <Main>
      <Buttons />
      <Badges />
      <Cards />
      <Fields />
      <Panels />
      <Overlays />
      <States />
      <PhotoGallery
        book={sampleBook('biology')}
        photos={['/icon.svg', '/icon.svg?2', '/missing.jpg'].map((src) => ({ src }))}
      />
      <Bars />
      <Chat />
      <Photos />
    </Main>
  </AppShell>
);
