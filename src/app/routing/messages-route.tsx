import MessagesPage from '#features/conversations/web/messages-page.tsx';
import { AppNav } from '../shell/app-bottom-nav.tsx';

/** The list of conversations, with the navigation. */
export default function MessagesRoute() {
  return <MessagesPage nav={<AppNav />} />;
}
