import { useState } from 'react';
import { AdSlot } from '../layout/ad-slot.tsx';
import { Badge, BoostedBadge, ConditionBadge, ConditionScale } from '../display/badge.tsx';
import { StudentBadge } from '../display/student-badge.tsx';
import { BookList, BookRow } from '../display/book-row.tsx';
import { Button, LinkButton } from '../actions/button.tsx';
import { Chip } from '../actions/chips.tsx';
import { PriceField, SelectField, SwitchRow, TextAreaField, TextField } from '../forms/fields.tsx';
import { Disclosure } from '../actions/disclosure.tsx';
import { TitleHeader } from '../layout/header.tsx';
import { HeartButton } from '../actions/heart-button.tsx';
import { IconButton } from '../actions/icon-button.tsx';
import { List, Panel } from '../layout/list.tsx';
import { InlineAlert, TopBanner } from '../states/alerts.tsx';
import { PhotoGallery } from '../photos/photo-gallery.tsx';
import { AppShell, Main, Section } from '../layout/app-shell.tsx';
import { ConversationSkeleton } from '../states/screen-skeletons.tsx';
import { BookRowSkeleton } from '../states/skeleton.tsx';
import { NOTHING_FOR_SALE } from '../states/page-illustrations.ts';
import { NO_BOOKS_FOUND } from '../states/core-illustrations.ts';
import { ErrorState, EmptyState } from '../states/empty-state.tsx';
import { Tabs } from '../actions/tabs.tsx';
import { ALGORITHMS, BIOLOGY, ECONOMICS, FALL_APART, ORGANIC } from './sample-books.ts';
import { Bars, Chat, ConversationSample, Overlays, Photos } from './overlay-samples.tsx';
import { cx } from '../class-names.ts';
import shared from '../shared.module.css';

const CONDITIONS = ['Like New', 'Excellent', 'Good', 'Fair', 'Poor'] as const;
const nothing = () => {};
const heart = (pressed: boolean) => <HeartButton pressed={pressed} onPress={nothing} />;

function Buttons() {
  return (
    <>
      <Section title="Buttons">
        <Panel tight>
          <Button wide size="tall">
            Contact Seller
          </Button>
          <Button wide>Post</Button>
          <Button variant="quiet" wide>
            Retry
          </Button>
          <Button variant="boost" wide icon="boost">
            Boost
          </Button>
          <Button variant="danger" wide>
            Delete
          </Button>
          <Button variant="danger-quiet" wide>
            Delete
          </Button>
          <Button variant="text" wide>
            View all
          </Button>
          <Button wide disabled>
            Continue
          </Button>
          <Button wide busy>
            Processing...
          </Button>
          <div className={shared.row}>
            <Button size="slim">Slim</Button>
            <Button variant="quiet" size="slim">
              Slim
            </Button>
            <Button variant="text" size="slim">
              Slim
            </Button>
          </div>
        </Panel>
      </Section>
      <Section title="Icon buttons">
        <Panel>
          <div className={cx(shared.row, shared.wrap)}>
            {(['back', 'share', 'more', 'close', 'trash', 'edit'] as const).map((icon) => (
              <IconButton key={icon} icon={icon} label={icon} />
            ))}
            <IconButton soft icon="heart" label="Favorite" pressed={false} />
            <IconButton icon="heart-filled" label="Favorite" pressed />
            <IconButton edge icon="heart-filled" label="Favorite" pressed />
            <IconButton filled icon="send" label="Send" />
            <IconButton icon="send" label="Send" disabled />
          </div>
        </Panel>
      </Section>
      <Section title="Chips and badges">
        <div className={cx(shared.row, shared.wrap)}>
          <Chip pressed onPress={nothing}>
            All
          </Chip>
          <Chip pressed={false} onPress={nothing}>
            Mathematics
          </Chip>
        </div>
        <div className={cx(shared.row, shared.wrap)}>
          {CONDITIONS.map((condition) => (
            <ConditionBadge key={condition} condition={condition} />
          ))}
        </div>
        <div className={cx(shared.row, shared.wrap)}>
          {CONDITIONS.map((condition) => (
            <ConditionScale key={condition} condition={condition} />
          ))}
        </div>
        <div className={cx(shared.row, shared.wrap)}>
          <BoostedBadge />
          <Badge tone="sold">Sold</Badge>
          <Badge tone="free">Free</Badge>
          <Badge tone="active">Active</Badge>
          <Badge tone="inactive">Inactive</Badge>
          <Badge tone="admin">Admin</Badge>
          <StudentBadge university="Northfield University" />
        </div>
      </Section>
    </>
  );
}

function Cards() {
  return (
    <Section title="Book cards">
      <BookList>
        <BookRow book={ALGORITHMS} href="#" state="boosted" boostLeft="41h 12m left" action={heart(true)} />
        <BookRow book={ORGANIC} href="#" action={heart(false)} />
        <BookRow book={ECONOMICS} href="#" state="sold" action={heart(true)} />
        <BookRow book={FALL_APART} href="#" action={heart(false)} />
        <BookRowSkeleton />
      </BookList>
    </Section>
  );
}

function Fields() {
  return (
    <Section title="Fields">
      <Panel stack>
        <TextField label="Title" required defaultValue="Calculus, 4th Edition" />
        <TextField label="ISBN" placeholder="978" help="On the back cover, above the barcode" />
        <SelectField label="Condition" options={['Good']} />
        <PriceField label="Price" required error="Price is required" />
        <TextAreaField
          label="Description"
          defaultValue="Clean copy."
          help="Mention edition, markings and extras."
          max={5000}
        />
        <SwitchRow label="Notify me of new messages" defaultChecked />
        <SwitchRow label="Tell me about price drops" />
        <div className={cx(shared.stack, shared.tight)}>
          <span className={shared.small}>Photo 2, 64%</span>
          <progress max={100} value={64} aria-label="Upload" />
        </div>
      </Panel>
    </Section>
  );
}

/** Every component once, in the order of the design board. */
export function ComponentSamples() {
  const [tab, setTab] = useState('Overview');
  return (
    <AppShell>
      <TitleHeader title="Components" />
      <Main>
        <Buttons />
        <Cards />
        <Fields />
        <Section title="Tabs, questions, table">
          <Tabs
            id="parts"
            label="Parts"
            tabs={['Overview', 'Books', 'Users', 'Data'].map((value) => ({
              value,
              label: value,
              waiting: value === 'Users' ? 3 : undefined,
            }))}
            value={tab}
            onChange={setTab}
          />
          <div role="tabpanel" id="parts-panel" aria-labelledby={`parts-${tab}`}>
            <List>
              <Disclosure title="How do payments work?" group="faq" open>
                BookSwap doesn't handle payments between students.
              </Disclosure>
              <Disclosure title="How do I edit a listing?" group="faq">
                Open Profile, find the book under Your Listings and tap Edit.
              </Disclosure>
            </List>
          </div>
        </Section>
        <Overlays />
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
        <Section title="Empty, error">
          <Panel>
            <EmptyState
              illustration={NO_BOOKS_FOUND}
              title="No books found"
              text="Try adjusting your search or filters"
              action={<Button variant="quiet">Clear search and filters</Button>}
            />
          </Panel>
          <Panel>
            <ErrorState title="Error loading messages" onRetry={nothing} />
          </Panel>
          <Panel>
            <EmptyState
              illustration={NOTHING_FOR_SALE}
              title="Nothing for sale yet"
              text="All you need is a title, author, condition and price."
              action={<LinkButton href="#">Create your first listing</LinkButton>}
            />
          </Panel>
        </Section>
        <Chat />
        <Section title="Ad slots">
          <AdSlot>
            <span>Your ad here, 320 × 50</span>
          </AdSlot>
          <AdSlot size="large">
            <span>Your ad here, 320 × 100</span>
          </AdSlot>
        </Section>
        <PhotoGallery
          book={BIOLOGY}
          photos={['/icon.svg', '/icon.svg?2', '/missing.jpg'].map((src) => ({ src }))}
        />
        <ConversationSkeleton />
        <Bars />
        <ConversationSample />
        <Photos />
      </Main>
    </AppShell>
  );
}
