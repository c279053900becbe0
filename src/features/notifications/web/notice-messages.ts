import type { LiveFeature } from '#features/live/web/lazy.ts';

/** Reports messages that arrive while the page is visible, so that no device notifies the user of them. */
export const noticeMessages: LiveFeature = ({ live, send, userId }) => {
  const end = live.on('new_message', ({ message }) => {
    const { conversationId, senderId, seq } = message;
    if (senderId !== userId && document.visibilityState === 'visible')
      send({ type: 'noticed', conversationId, upToSeq: seq });
  });
  return { stop: end };
};
