import type { LiveFeature } from '#features/live/web/lazy.ts';

/** Reports what arrives while the page is visible, so that no device notifies the user of it. */
export const noticeMessages: LiveFeature = ({ live, send, userId }) => {
  const report = ({ conversationId, seq }: { conversationId: string; seq: number }) => {
    if (document.visibilityState === 'visible') send({ type: 'noticed', conversationId, upToSeq: seq });
  };
  const ends = [
    live.on('new_message', ({ message }) => message.senderId !== userId && report(message)),
    live.on('offer', ({ message }) => message.senderId === userId && report(message)),
  ];
  return {
    stop: () => {
      for (const end of ends) end();
    },
  };
};
