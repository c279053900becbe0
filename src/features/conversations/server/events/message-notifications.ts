import { hasBlockedSql, isBlockedSql } from '#features/blocks/server/public.ts';
import {
  createExcerpt,
  describeEndedOffer,
  MESSAGE_KIND,
  UNREAD_EMAIL_MAX_AGE_MS,
} from '#features/notifications/rules.ts';
import {
  type NotificationFacts,
  type NotificationKind,
  stopEmailsText,
} from '#features/notifications/server/public.ts';
import { defuseLinks } from '#platform/server/mail/defuse-links.ts';

type MessageFacts = NotificationFacts & {
  conversationId: string;
  sender: string;
  senderId: string;
  content: string;
  /** The title of the listing. */
  title: string;
  /** The own offer of the user, which has ended. */
  endedOffer: Parameters<typeof describeEndedOffer>[0] | null;
};

/** A message, or what has become of the user's own offer: each device gets the newest one of a conversation. */
export const messageNotifications: NotificationKind<MessageFacts> = {
  name: MESSAGE_KIND,
  // A block by the sender must not show in pushes.
  factsSql: `SELECT m.conversation_id AS "conversationId", s.name AS sender, s.id AS "senderId", m.content, book.title,
      CASE WHEN m.sender_id = n.user_id THEN (SELECT row_to_json(o) FROM message_offers o WHERE o."messageId" = m.id) END AS "endedOffer",
      CASE WHEN (CASE WHEN m.sender_id = n.user_id THEN m.sender_read_at ELSE m.read_at END) IS NOT NULL THEN 'read'
        WHEN m.is_withheld AND m.sender_id <> n.user_id THEN 'withheld' END AS withdrawn,
      CASE WHEN d.id IS NULL THEN NULL
        WHEN ${hasBlockedSql('n.user_id', 's.id')} THEN 'blocked'
        WHEN EXISTS (SELECT FROM notifications newer
            JOIN messages later ON later.conversation_id = newer.subject_id AND later.seq = newer.seq
              AND (NOT later.is_withheld OR later.sender_id = n.user_id)
          WHERE newer.user_id = n.user_id AND newer.kind = n.kind AND newer.subject_id = n.subject_id
            AND newer.seq > n.seq AND newer.seen_at IS NULL AND d.id = ANY(newer.push_to)) THEN 'replaced' END AS "noPush",
      CASE WHEN d.id IS NOT NULL THEN NULL
        WHEN ${isBlockedSql('n.user_id', 's.id')} THEN 'blocked'
        WHEN EXISTS (SELECT FROM notifications other
            JOIN messages mailed ON mailed.conversation_id = other.subject_id AND mailed.seq = other.seq AND mailed.read_at IS NULL
          WHERE other.user_id = n.user_id AND other.kind = n.kind AND other.subject_id = n.subject_id
            AND other.mailed_at IS NOT NULL) THEN 'already emailed' END AS "noMail"
    FROM messages m JOIN users s ON s.id = CASE WHEN m.sender_id = n.user_id THEN m.receiver_id ELSE m.sender_id END
      JOIN conversations c ON c.id = m.conversation_id JOIN books book ON book.id = c.book_id
    WHERE m.conversation_id = n.subject_id AND m.seq = n.seq`,
  push: {
    text: ({ conversationId, sender, content, endedOffer }, _count, locale) => ({
      title: sender,
      body: endedOffer === null ? createExcerpt(content) : describeEndedOffer(endedOffer, locale),
      path: `/conversation/${conversationId}`,
    }),
  },
  mail: {
    setting: 'mailMessages',
    maxAgeMs: UNREAD_EMAIL_MAX_AGE_MS,
    groupedBy: 'subject',
    text: ({ publicUrl }, { name }, [message]) => ({
      aboutUserId: message!.senderId,
      subject: 'You have an unread message on BookSwap',
      text: `Hi ${defuseLinks(name)},

${defuseLinks(message!.sender)} sent you a message about '${defuseLinks(message!.title)}'. You haven't read it yet.

Read it and reply:
${publicUrl}/conversation/${message!.conversationId}?from=notification

You get one email per conversation until you read it. ${stopEmailsText({ publicUrl })}`,
    }),
  },
};
