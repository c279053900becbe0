import type { ReactNode } from 'react';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { failsAs } from '#platform/web/mutations/mutation-failures.ts';
import { useNow } from '#platform/web/now.tsx';
import { saveFile } from '#platform/web/save-file.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useNavigateWhileMounted } from '#platform/web/navigation/use-is-left.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { AppShell, Main, Section } from '#ui/layout/app-shell.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { ButtonItem, LinkItem, List } from '#ui/layout/list.tsx';
import { toast } from '#ui/overlays/toaster.tsx';
import shared from '#ui/shared.module.css';
import listStyles from '#ui/layout/list.module.css';
import { cx } from '#ui/class-names.ts';
import { Button, Spinner } from '#ui/actions/button.tsx';
import { BROWSER_TIME_LOCALE, formatDate } from '#ui/display/format-time.ts';
import { Icon } from '#ui/icons/icon.tsx';
import type { AccountEndpoints, CurrentUser } from '../../contract.ts';
import { describeStudentBadge } from '../../student-badge-year.ts';
import { useSession } from '../session/session-context.tsx';
import { useSendVerification } from '../sign-in/confirm-email.tsx';
import { LanguageSection } from '../language/language-section.tsx';
import { WordingNote } from '../language/wording-note.tsx';
import { PasskeysSection } from '../passkeys/passkeys-section.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { SearchEnginesSection } from './search-engines-section.tsx';
import { SignedInDevices } from './signed-in-devices.tsx';

type AccountSettingsPageProps = {
  notifications: ReactNode;
  blockedUsers: ReactNode;
  /** The way to the decisions of the team about the user. */
  decisions: ReactNode;
};

/** The settings of the account, with sections of other features. Each setting is here or in the profile. */
export function AccountSettingsPage({ notifications, blockedUsers, decisions }: AccountSettingsPageProps) {
  const session = useSession();
  if (session.status !== 'signed-in') return null;
  const { user } = session;
  return (
    <AppShell>
      <TitleHeader title={t('accounts.settings.title')} back={{ href: '/profile' }} />
      <Main id="main">
        <Section title={t('accounts.settings.password')}>
          <List>
            <LinkItem icon="key" href="/change-password">
              {t('accounts.settings.change-password')}
            </LinkItem>
          </List>
        </Section>
        <PasskeysSection userId={user.id} />
        {notifications}
        <LanguageSection user={user} />
        <SearchEnginesSection user={user} />
        <SignedInDevices userId={user.id} />
        {blockedUsers}
        {decisions}
        <StudentBadgeSection user={user} />
        <YourData />
        <WordingNote />
      </Main>
    </AppShell>
  );
}

function YourData() {
  const navigate = useNavigateWhileMounted();
  const gone = () => {
    navigate('/', { replace: true });
    toast({
      title: t('accounts.delete-account.done.title'),
      description: t('accounts.delete-account.done.text'),
    });
  };
  return (
    <Section title={t('accounts.settings.your-data')}>
      <List>
        <ExportData />
        <DeleteAccount onGone={gone} />
      </List>
    </Section>
  );
}

/** The end of the student badge, and how to confirm it for another year. */
function StudentBadgeSection({ user }: { user: CurrentUser }) {
  const now = useNow();
  const { mutate: send, isPending } = useSendVerification(user);
  if (user.studentUntil === null) return null;
  const { title, detail } = describeStudentBadge(new Date(user.studentUntil), now, (date) =>
    formatDate(date, BROWSER_TIME_LOCALE),
  );
  return (
    <Section title={t('accounts.student-badge.section')}>
      <List>
        <div className={listStyles.item}>
          <Icon name="cap" />
          <span className={shared.grow}>
            {title}
            <span className={cx(shared.tiny, shared.soft, shared.block)}>{detail}</span>
          </span>
        </div>
      </List>
      <Button variant="quiet" wide busy={isPending} onClick={() => send()}>
        {t('accounts.student-badge.confirm-again')}
      </Button>
    </Section>
  );
}

const FILE_NAME = 'bookswap-data.json';

/** Exports all data of the user as one file, created on demand. */
function ExportData() {
  const api = apiClient<AccountEndpoints>(useTransport());
  const { status, isPending, mutate } = useSingleMutation({
    networkMode: 'always',
    mutationFn: () => api.call('GET /api/users/me/export'),
    onSuccess: (data) => {
      saveFile(FILE_NAME, new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
      toast({ title: t('accounts.export.done'), description: FILE_NAME, icon: 'download' });
    },
    meta: failsAs(t('accounts.export.failed')),
  });
  const offer = t('accounts.export.offer');
  const texts = {
    idle: offer,
    success: offer,
    pending: t('accounts.export.pending'),
    error: t('accounts.export.error'),
  };
  return (
    <ButtonItem icon="download" aria-busy={isPending} onClick={() => mutate()}>
      <span className={shared.row}>
        <span className={shared.grow}>
          {t('accounts.export.label')}
          <span className={cx(shared.tiny, shared.soft, shared.block)} role="status">
            {texts[status]}
          </span>
        </span>
        {isPending && <Spinner />}
      </span>
    </ButtonItem>
  );
}
