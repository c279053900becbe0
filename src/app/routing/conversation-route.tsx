import ConversationPage from '#features/conversations/web/conversation-page.tsx';
import { NotificationPrompt } from '#features/notifications/web/lazy.ts';
import { useReportDialog } from '#features/reports/web/use-report-dialog.tsx';
import type { PageProps } from './page-route.ts';

/** A conversation. After a first message it offers notifications about replies. */
export default function ConversationRoute(address: PageProps) {
  const { report, dialog } = useReportDialog();
  return (
    <>
      <ConversationPage
        {...address}
        afterWriting={(name) => <NotificationPrompt name={name} />}
        onReport={report}
      />
      {dialog}
    </>
  );
}
