import { type ComponentType, type ReactNode, useState } from 'react';
import { useNavigateWhileMounted } from '#platform/web/navigation/use-is-left.ts';
import { t } from '#platform/shared/texts/t.ts';
import { ThemeButton } from '#ui/actions/theme-button.tsx';
import { UserUniversity } from '#ui/display/student-badge.tsx';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { ButtonItem, LinkItem, List } from '#ui/layout/list.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import { toast } from '#ui/overlays/toaster.tsx';
import type { CurrentUser } from '../../contract.ts';
import { useSession, useSessionActions } from '../session/session-context.tsx';
import { VerifyEmailNotice } from '../sign-in/confirm-email.tsx';
import { ProfileForm, showSaveError, useSaveProfile } from './profile-form.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import appShellStyles from '#ui/layout/app-shell.module.css';
import styles from './profile-page.module.css';

type ProfilePageProps = {
  /**
   * Shows and changes the image. `onChange` saves the url of a complete upload, or null; it rejects if that failed,
   * after showing the error.
   */
  ProfileImage: ComponentType<{ user: CurrentUser; onChange: (url: string | null) => Promise<void> }>;
  /** The row that offers to remove the ads; null for those without. */
  adFreeLink: (user: CurrentUser) => ReactNode;
  /** Instead of what is below the name, until it is known what there is to ask: then nothing moves. */
  loading: ReactNode;
  /** What waits for an answer of the user. */
  questions: (user: CurrentUser) => ReactNode;
  listings: ReactNode;
  adFreeSection: (user: CurrentUser) => ReactNode;
  payments: (user: CurrentUser) => ReactNode;
  nav: ReactNode;
  /** How many books are on this device alone, and would be lost with a sign-out. */
  countUnlisted: (userId: string) => number;
  /** Called when the name or the image that other users see has changed. */
  onSaved: () => void;
};

export function ProfilePage(props: ProfilePageProps) {
  const { ProfileImage, adFreeLink, loading, questions, listings, adFreeSection, payments, nav, onSaved } =
    props;
  const session = useSession();
  if (session.status !== 'signed-in') return null;
  const { user } = session;
  return (
    <AppShell nav>
      <TitleHeader title={t('accounts.profile.title')} actions={<ThemeButton />} />
      <Main id="main">
        <ProfileSummary {...{ user, ProfileImage, onSaved }} />
        {loading ?? (
          <>
            <div className={styles.questions}>
              <h2>{t('accounts.profile.for-you')}</h2>
              {questions(user)}
            </div>
            {listings}
            {/* The section stands below what the skeleton shows, which would move otherwise. */}
            <VerifyEmailNotice user={user} />
            <ProfileForm user={user} onSaved={onSaved} />
            {adFreeSection(user)}
            {payments(user)}
            <MorePages
              isStaff={user.roles.length > 0}
              adFreeLink={adFreeLink(user)}
              countUnlisted={() => props.countUnlisted(user.id)}
            />
          </>
        )}
      </Main>
      {nav}
    </AppShell>
  );
}

function ProfileSummary({
  user,
  ProfileImage,
  onSaved,
}: { user: CurrentUser } & Pick<ProfilePageProps, 'ProfileImage' | 'onSaved'>) {
  const save = useSaveProfile();
  const change = async (profileImage: string | null) => {
    try {
      await save({ profileImage });
    } catch (error) {
      showSaveError(error);
      throw error;
    }
    onSaved();
    toast({
      title: t(profileImage === null ? 'accounts.profile.photo-removed' : 'accounts.profile.photo-saved'),
    });
  };
  return (
    <div className={cx(shared.row, shared.personRow)}>
      <ProfileImage user={user} onChange={change} />
      <div className={shared.grow}>
        <h2 dir="auto">{user.name}</h2>
        <UserUniversity user={user} none={t('accounts.profile.no-university')} />
      </div>
    </div>
  );
}

type MorePagesProps = { isStaff: boolean; adFreeLink: ReactNode; countUnlisted: () => number };

/** Links to the other pages of the user, and the sign-out. Each setting is on one page. */
const MorePages = ({ isStaff, adFreeLink, countUnlisted }: MorePagesProps) => (
  <div className={appShellStyles.section}>
    <List>
      {adFreeLink}
      <LinkItem icon="shield" href="/account-settings">
        {t('accounts.profile.settings')}
        <span className={cx(shared.tiny, shared.soft, shared.block)}>
          {t('accounts.profile.settings-help')}
        </span>
      </LinkItem>
      <LinkItem icon="help" href="/help">
        {t('accounts.profile.help')}
      </LinkItem>
      {isStaff && (
        <LinkItem icon="users" href="/admin">
          {t('accounts.profile.admin')}
        </LinkItem>
      )}
      <SignOut countUnlisted={countUnlisted} />
    </List>
  </div>
);

/** Asks first if books of the shelf would be lost: what is stored for a user leaves the device with them. */
function SignOut({ countUnlisted }: Pick<MorePagesProps, 'countUnlisted'>) {
  const { signOut } = useSessionActions();
  const navigate = useNavigateWhileMounted();
  /** The books that the question names; null while it is closed. */
  const [unlisted, setUnlisted] = useState<number | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    try {
      await signOut();
      navigate('/');
    } catch {
      setLeaving(false);
      setUnlisted(null);
      showErrorToast(t('accounts.sign-out.failed'), t('accounts.error.title'));
    }
  };
  const ask = () => {
    const count = countUnlisted();
    if (count === 0) void leave();
    else setUnlisted(count);
  };
  return (
    <>
      <ButtonItem icon="logout" onClick={ask}>
        {t('accounts.sign-out.submit')}
      </ButtonItem>
      <ConfirmDialog
        open={unlisted !== null}
        onClose={() => setUnlisted(null)}
        title={t('accounts.sign-out.unlisted-title', { count: unlisted ?? 0 })}
        text={t('accounts.sign-out.unlisted', { count: unlisted ?? 0 })}
        cancelLabel={t('accounts.sign-out.stay')}
        confirmLabel={t('accounts.sign-out.submit')}
        danger
        busy={isLeaving}
        onConfirm={() => void leave()}
      />
    </>
  );
}
