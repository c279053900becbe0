import MessagesPage from '#features/conversations/web/messages-page.tsx';
import { AppNav } from '../shell/app-nav.tsx';

/** The conversations, with the app's navigation below. */
export default function MessagesRoute() {
  return <MessagesPage nav={<AppNav />} />;
}
