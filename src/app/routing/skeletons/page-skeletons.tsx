import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { BookPreview } from '#features/books/web/book-page/book-preview.tsx';
import { findBookInLists } from '#features/books/web/public.ts';
import { CoursePageSkeleton } from '#features/courses/web/course-skeleton.tsx';
import { UserPageSkeleton } from '#features/profiles/web/user-skeleton.tsx';
import { t } from '#platform/shared/texts/t.ts';
import { HomeHeader, TitleHeader } from '#ui/layout/header.tsx';
import { AppShell, Main, Section } from '#ui/layout/app-shell.tsx';
import {
  BookPageSkeleton,
  ConversationListSkeleton,
  ListItemSkeleton,
  TwoLineSkeleton,
} from '#ui/states/screen-skeletons.tsx';
import { BookListSkeleton, SkeletonBlock } from '#ui/states/skeleton.tsx';
import { ConversationPageSkeleton } from '#ui/states/conversation-page-skeleton.tsx';
import { BoostPageSkeleton, ListingFormSkeleton, ShelfFormSkeleton } from '#ui/states/form-skeletons.tsx';
import { AppNav } from '../../shell/app-bottom-nav.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import tabsStyles from '#ui/actions/tabs.module.css';
import listStyles from '#ui/layout/list.module.css';
import alertsStyles from '#ui/states/alerts.module.css';
import skeletonStyles from '#ui/states/skeleton.module.css';

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
      {strip && <div className={cx(alertsStyles.strip, alertsStyles.placeholder)} />}
      <TitleHeader title={title} {...(!nav && { back: { href: back, icon } })} />
      <Main id="main">{children}</Main>
      {nav && <AppNav />}
    </AppShell>
  );
}

const HomeSkeleton = () => (
  <AppShell nav>
    <HomeHeader />
    <Main id="main">
      <BookListSkeleton viewed />
    </Main>
    <AppNav />
  </AppShell>
);

/** With what a list knows of the listing. */
function BookSkeleton() {
  const [path] = useLocation();
  const book = findBookInLists(useQueryClient(), path.slice(path.lastIndexOf('/') + 1));
  return (
    <AppShell>
      <TitleHeader back={{ href: '/' }} />
      <Main id="main">{book === undefined ? <BookPageSkeleton /> : <BookPreview book={book} />}</Main>
    </AppShell>
  );
}

const CourseSkeleton = () => (
  <AppShell nav>
    <TitleHeader back={{ href: '/' }} />
    <Main id="main">
      <CoursePageSkeleton />
    </Main>
    <AppNav />
  </AppShell>
);

const UserSkeleton = () => (
  <AppShell nav>
    <TitleHeader back={{ href: '/' }} />
    <Main id="main">
      <UserPageSkeleton />
    </Main>
    <AppNav />
  </AppShell>
);

const FavoritesSkeleton = () => (
  <AppShell nav>
    <TitleHeader title={t('app.title.favorites')}>
      <div className={tabsStyles.tabs} aria-hidden="true" />
    </TitleHeader>
    <Main id="main">
      <BookListSkeleton label={t('app.loading.favorites')} />
    </Main>
    <AppNav />
  </AppShell>
);

const MessagesSkeleton = () => (
  <AppShell nav>
    <TitleHeader title={t('app.title.messages')} />
    <Main id="main" flush>
      <ConversationListSkeleton />
    </Main>
    <AppNav />
  </AppShell>
);

const heading = <SkeletonBlock width={45} />;

const ProfileSkeleton = () => (
  <Titled title={t('app.title.profile')} nav>
    <div className={cx(shared.row, shared.personRow)} aria-hidden="true">
      <span className={cx(skeletonStyles.bone, skeletonStyles.avatar, skeletonStyles.large)} />
      <TwoLineSkeleton />
    </div>
    <Section title={heading}>
      <BookListSkeleton count={3} label={t('app.loading.listings')} tools />
    </Section>
  </Titled>
);

const HelpSkeleton = () => <Titled title={t('app.title.help')} />;

/** The lines of each row in each section, and whether a button follows. */
const sections = [
  { rows: [1] },
  { rows: [2, 2] },
  { rows: [2] },
  { rows: [3], hasButton: true },
  { rows: [2, 2] },
];

const AccountSettingsSkeleton = () => (
  <Titled title={t('app.title.account-settings')} back="/profile">
    {sections.map(({ rows, hasButton }, at) => (
      <Section key={at} title={heading}>
        <div className={listStyles.list}>
          {rows.map((lines, row) => (
            <ListItemSkeleton key={row} lines={lines} />
          ))}
        </div>
        {hasButton && <span className={cx(skeletonStyles.bone, skeletonStyles.button)} aria-hidden="true" />}
      </Section>
    ))}
  </Titled>
);

const DecisionsSkeleton = () => <Titled title={t('moderation.decisions.title')} back="/account-settings" />;

const ChangePasswordSkeleton = () => (
  <Titled title={t('app.title.change-password')} back="/account-settings" />
);

const AddListingSkeleton = () => (
  <Titled title={t('app.title.add-listing')} icon="close">
    <ListingFormSkeleton isNew />
  </Titled>
);

const ShelfSkeleton = () => (
  <Titled title={t('books.shelf.title')} back="/add-listing" icon="close">
    <ShelfFormSkeleton />
  </Titled>
);

const EditListingSkeleton = () => (
  <Titled title={t('app.title.edit-listing')} back="/profile" icon="close">
    <ListingFormSkeleton label={t('ui.loading.book')} />
  </Titled>
);

const HandoverCodeSkeleton = () => (
  <Titled title={t('app.title.handover-code')} back="/messages" icon="close" />
);

const ConfirmHandoverSkeleton = () => (
  <Titled title={t('app.title.confirm-handover')} back="/messages" icon="close" />
);

const BoostSkeleton = () => (
  <Titled title={t('app.title.boost')} back="/profile" strip>
    <BoostPageSkeleton />
  </Titled>
);

const SubscribeSkeleton = () => <Titled title={t('app.title.ad-free')} back="/profile" strip />;

export const pageSkeletons = {
  HomeSkeleton,
  BookSkeleton,
  CourseSkeleton,
  UserSkeleton,
  FavoritesSkeleton,
  MessagesSkeleton,
  ProfileSkeleton,
  HelpSkeleton,
  AccountSettingsSkeleton,
  ChangePasswordSkeleton,
  DecisionsSkeleton,
  AddListingSkeleton,
  ShelfSkeleton,
  EditListingSkeleton,
  BoostSkeleton,
  HandoverCodeSkeleton,
  ConfirmHandoverSkeleton,
  SubscribeSkeleton,
  ConversationPageSkeleton,
};
