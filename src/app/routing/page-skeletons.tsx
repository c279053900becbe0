import type { ReactNode } from 'react';
import { HomeHeader, TitleHeader } from '#ui/layout/header.tsx';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import {
  BookListSkeleton,
  BookPageSkeleton,
  ConversationSkeleton,
  ConversationListSkeleton,
} from '#ui/states/skeleton.tsx';
import { AppNav } from '../shell/app-nav.tsx';

/** The skeletons of pages while their code loads and the session is unknown: their bars and shapes. */

type TitledProps = { title: string; nav?: boolean; back?: string; children?: ReactNode };

function Titled({ title, nav, back = '/', children }: TitledProps) {
  return (
    <AppShell nav={nav}>
      <TitleHeader title={title} {...(!nav && { back: { href: back } })} />
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

export const ChatSkeleton = () => (
  <AppShell chat>
    <TitleHeader back={{ href: '/messages' }} />
    <Main id="main" flush>
      <ConversationSkeleton />
    </Main>
  </AppShell>
);

export const ProfileSkeleton = () => (
  <Titled title="Profile" nav>
    <BookListSkeleton count={3} label="Loading your listings..." />
  </Titled>
);

export const HelpSkeleton = () => <Titled title="Help & Support" />;

export const AccountSettingsSkeleton = () => <Titled title="Account Settings" back="/profile" />;

export const ChangePasswordSkeleton = () => <Titled title="Change Password" back="/account-settings" />;

export const FormSkeleton = () => <Titled title="" />;

export const BoostSkeleton = () => <Titled title="Boost Your Listing" back="/profile" />;

export const SubscribeSkeleton = () => <Titled title="Go Ad-Free" back="/profile" />;

export const BlankSkeleton = () => (
  <AppShell>
    <Main id="main" />
  </AppShell>
);
