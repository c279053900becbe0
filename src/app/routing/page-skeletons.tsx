import type { ReactNode } from 'react';
import { HomeHeader, TitleHeader } from '#ui/layout/header.tsx';
import { AppShell, Main, Section } from '#ui/layout/app-shell.tsx';
import {
  BookListSkeleton,
  BookPageSkeleton,
  ConversationListSkeleton,
  ListItemSkeleton,
  SkeletonBlock,
  TwoLineSkeleton,
} from '#ui/states/skeleton.tsx';
import { BoostPageSkeleton, ListingFormSkeleton } from '#ui/states/form-skeletons.tsx';
import { AppNav } from '../shell/app-bottom-nav.tsx';

/** The skeletons of pages while their code loads and the session is unknown: their bars and shapes. */

type TitledProps = {
  title: string;
  nav?: boolean;
  back?: string;
  /** A form closes. */
  icon?: 'close';
  /** The space of `TestModeStrip`. */
  strip?: boolean;
  children?: ReactNode;
};

function Titled({ title, nav, back = '/', icon, strip, children }: TitledProps) {
  return (
    <AppShell nav={nav}>
      {strip && <div className="strip unseen" />}
      <TitleHeader title={title} {...(!nav && { back: { href: back, icon } })} />
      <Main id="main">{children}</Main>
      {nav && <AppNav />}
    </AppShell>
  );
}

export const HomeSkeleton = () => (
  <AppShell nav>
    <HomeHeader />
    <Main id="main">
      <BookListSkeleton />
    </Main>
    <AppNav />
  </AppShell>
);

export const BookSkeleton = () => (
  <AppShell>
    <TitleHeader back={{ href: '/' }} />
    <Main id="main">
      <BookPageSkeleton />
    </Main>
  </AppShell>
);

export const FavoritesSkeleton = () => (
  <Titled title="Favorites" nav>
    <BookListSkeleton label="Loading favorites..." />
  </Titled>
);

export const MessagesSkeleton = () => (
  <AppShell nav>
    <TitleHeader title="Messages" />
    <Main id="main" flush>
      <ConversationListSkeleton />
    </Main>
    <AppNav />
  </AppShell>
);

const heading = <SkeletonBlock width={45} />;

export const ProfileSkeleton = () => (
  <Titled title="Profile" nav>
    <div className="row who" aria-hidden="true">
      <span className="bone av xl" />
      <TwoLineSkeleton />
    </div>
    <div className="row note adfree" aria-hidden="true">
      <TwoLineSkeleton />
    </div>
    <Section title={heading}>
      <BookListSkeleton count={3} label="Loading your listings..." tools />
    </Section>
  </Titled>
);

export const HelpSkeleton = () => <Titled title="Help & Support" />;

/** The rows of each section. */
const sections = [[0], [0, 1], [0], [0, 1]];

export const AccountSettingsSkeleton = () => (
  <Titled title="Account Settings" back="/profile">
    {sections.map((rows, at) => (
      <Section key={at} title={heading}>
        <div className="list">
          {rows.map((row) => (
            <ListItemSkeleton key={row} />
          ))}
        </div>
      </Section>
    ))}
  </Titled>
);

export const ChangePasswordSkeleton = () => <Titled title="Change Password" back="/account-settings" />;

export const AddListingSkeleton = () => (
  <Titled title="Add listing" icon="close">
    <ListingFormSkeleton />
  </Titled>
);

export const EditListingSkeleton = () => (
  <Titled title="Edit listing" back="/profile" icon="close">
    <ListingFormSkeleton label="Loading book..." />
  </Titled>
);

export const BoostSkeleton = () => (
  <Titled title="Boost Your Listing" back="/profile" strip>
    <BoostPageSkeleton />
  </Titled>
);

export const SubscribeSkeleton = () => <Titled title="Go Ad-Free" back="/profile" strip />;

export const BlankSkeleton = () => (
  <AppShell>
    <Main id="main" />
  </AppShell>
);
