import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { isMissing } from '#platform/shared/is-missing.ts';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { t } from '#platform/shared/texts/t.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { UserUniversity } from '#ui/display/student-badge.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { useDocumentTitle } from '#ui/layout/use-document-title.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { PageStates } from '#ui/states/page-states.tsx';
import type { Profile } from '../contract.ts';
import {
  averageText,
  missedMeetingsText,
  ratingText,
  replyTimeText,
  reviewCountText,
} from '../profile-texts.ts';
import { absentProfile, profileQuery } from './profile-queries.ts';
import { useLiveProfile } from './use-live-profile.ts';
import { UserPageSkeleton } from './user-skeleton.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import figuresStyles from '#ui/display/figures.module.css';
import listStyles from '#ui/layout/list.module.css';
import styles from './user-page.module.css';

type Frame = { back: NonNullable<ComponentProps<typeof TitleHeader>['back']>; nav: ReactNode };

type UserPageProps = Frame & {
  id: string;
  /** Draws the profile once it is known. */
  children: (profile: Profile) => ReactNode;
};

/** The public profile of a user. Until it is known, and where there is none, it says so. */
export function UserPage({ id, back, nav, children }: UserPageProps) {
  useLiveProfile(id);
  const profile = useQuery(profileQuery(useTransport(), id));
  const askAgain = useOfflineRetry(profile);
  const missing = profile.data === absentProfile || isMissing(profile.error);
  useDocumentTitle(missing ? t('profiles.missing.title') : (profile.data?.name ?? null));
  if (profile.data && !missing) return children(profile.data);
  return (
    <AppShell nav>
      <TitleHeader back={back} />
      <PageStates
        query={profile}
        onRetryOffline={askAgain}
        skeleton={<UserPageSkeleton />}
        missing={missing ? <MissingProfile /> : null}
        errorTitle={t('profiles.page.load-failed')}
      />
      {nav}
    </AppShell>
  );
}

const MissingProfile = () => (
  <EmptyState
    level={1}
    illustration="user-not-found"
    title={t('profiles.missing.title')}
    text={t('profiles.missing.text')}
    action={<LinkButton href="/">{t('profiles.missing.home')}</LinkButton>}
  />
);

type UserViewProps = Frame & {
  profile: Profile;
  /** The actions in the header: share, menu. */
  actions: ReactNode;
  /** Opened by the actions. */
  dialogs: ReactNode;
  /** If the reader has blocked the user. */
  blockedNotice: ReactNode;
  listings: ReactNode;
  reviews: ReactNode;
};

export function UserView(props: UserViewProps) {
  const { profile, back, nav, actions, dialogs, blockedNotice, listings, reviews } = props;
  return (
    <AppShell nav>
      <TitleHeader back={back} actions={actions} />
      <Main id="main">
        <div className={cx(shared.row, shared.personRow)}>
          <Avatar id={profile.id} name={profile.name} photo={profile.profileImage} size="xl" />
          <div className={shared.grow}>
            <h1 dir="auto">{profile.name}</h1>
            <UserUniversity user={profile} />
          </div>
        </div>
        {blockedNotice}
        <Facts profile={profile} />
        {listings}
        {reviews}
      </Main>
      {dialogs}
      {nav}
    </AppShell>
  );
}

/** What others can trust: no seller changes these numbers alone. */
function Facts({
  profile: { confirmedSales, missedMeetings, rating, createdAt, usuallyAnswers },
}: {
  profile: Profile;
}) {
  return (
    <div className={cx(listStyles.panel, styles.flat)}>
      <div className={figuresStyles.figures}>
        <div>
          <b>{confirmedSales}</b>
          <span>{t('profiles.facts.sales', { count: confirmedSales })}</span>
        </div>
        {rating.average !== null && (
          <div>
            <b aria-hidden="true">
              <Icon name="star-filled" size="s" />
              {averageText(rating.average)}
            </b>
            <span aria-hidden="true">{reviewCountText(rating.count)}</span>
            <span className={shared.visuallyHidden}>{ratingText(rating)}</span>
          </div>
        )}
        <div>
          <b>{createdAt.slice(0, 4)}</b>
          <span>{t('profiles.facts.member-since')}</span>
        </div>
      </div>
      {usuallyAnswers !== null && (
        <p className={cx(shared.row, shared.small, shared.soft, styles.replyTime)}>
          <Icon name="clock" size="s" />
          {replyTimeText(usuallyAnswers)}
        </p>
      )}
      {missedMeetings > 0 && (
        <p className={cx(shared.row, shared.small, shared.soft, styles.replyTime)}>
          <Icon name="calendar" size="s" />
          {missedMeetingsText(missedMeetings)}
        </p>
      )}
    </div>
  );
}
