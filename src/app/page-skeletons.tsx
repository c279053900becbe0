import type { ReactNode } from 'react';
import { HomeHeader, TitleHeader } from '#ui/header.tsx';
import { App, Main } from '#ui/shell.tsx';
import {
  BookListSkeleton,
  BookPageSkeleton,
  ConversationSkeleton,
  ThreadListSkeleton,
} from '#ui/skeleton.tsx';
import { AppNav } from './app-nav.tsx';

/** What stands while a page's code comes and while it is not known who is asking: the page's own bars and shape. */

type TitledProps = { title: string; nav?: boolean; back?: string; children?: ReactNode };

function Titled({ title, nav, back = '/', children }: TitledProps) {
  return (
    <App nav={nav}>
      <TitleHeader title={title} {...(!nav && { back: { href: back } })} />
      <Main id="main">{children}</Main>
      {nav && <AppNav />}
    </App>
  );
}

export const HomeSkeleton = () => (
  <App nav>
    <HomeHeader />
    <Main id="main">
      <BookListSkeleton />
    </Main>
    <AppNav />
  </App>
);

export const BookSkeleton = () => (
  <App>
    <TitleHeader back={{ href: '/' }} />
    <Main id="main">
      <BookPageSkeleton />
    </Main>
  </App>
);

export const FavoritesSkeleton = () => (
  <Titled title="Favorites" nav>
    <BookListSkeleton label="Loading favorites..." />
  </Titled>
);

export const MessagesSkeleton = () => (
  <App nav>
    <TitleHeader title="Messages" />
    <Main id="main" flush>
      <ThreadListSkeleton />
    </Main>
    <AppNav />
  </App>
);

export const ChatSkeleton = () => (
  <App talk>
    <TitleHeader back={{ href: '/messages' }} />
    <Main id="main" flush>
      <ConversationSkeleton />
    </Main>
  </App>
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
  <App>
    <Main id="main" />
  </App>
);
