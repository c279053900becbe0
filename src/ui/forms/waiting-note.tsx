import { InlineAlert } from '../states/alerts.tsx';

/** Says beside a busy button that what it sends waits for the connection. */
export const WaitingNote = () => (
  <div role="status">
    <InlineAlert icon="offline" small>
      You're offline. It will be sent when you reconnect.
    </InlineAlert>
  </div>
);
