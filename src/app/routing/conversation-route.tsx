import ConversationPage from '#features/conversations/web/conversation-page.tsx';
import { NotificationPrompt } from '#features/notifications/web/lazy.ts';
import { useReportDialog } from '#features/reports/web/use-report-dialog.tsx';
import type { PageProps } from './page-route.ts';

/** A conversation; whoever has written is asked whether to be told of the answer. */
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
