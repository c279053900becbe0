import ConversationPage from '#features/conversations/web/conversation-page.tsx';
import { NotificationOffer } from '#features/notifications/web/parts.ts';
import { useReporting } from '../use-reporting.tsx';
import type { PageAddress } from '../page-route.ts';

/** A conversation; whoever has written is asked whether to be told of the answer. */
export default function ConversationRoute(address: PageAddress) {
  const { report, dialog } = useReporting();
  return (
    <>
      <ConversationPage
        {...address}
        afterWriting={(name) => <NotificationOffer name={name} />}
        onReport={report}
      />
      {dialog}
    </>
  );
}
