import { hasBlockedSql, isBlockedSql } from '#features/blocks/server/public.ts';
import { createExcerpt, MESSAGE_KIND, UNREAD_EMAIL_MAX_AGE_MS } from '#features/notifications/rules.ts';
import {
  type NotificationFacts,
  type NotificationKind,
  type PushReader,
  stopEmailsText,
} from '#features/notifications/server/public.ts';
import { defuseLinks } from '#platform/server/mail/defuse-links.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { textId } from '#platform/shared/texts/t.ts';
import { contentOf } from '../../line-text.ts';
import { type JoinedOffer, lineFactsSql, type StoredLine } from '../messages/joined-parts.ts';

type MessageFacts = NotificationFacts & {
  conversationId: string;
  sender: string;
  senderId: string;
  content: string;
  /** The title of the listing. */
  title: string;
  /** The own offer of the user, which has ended. */
  endedOffer: EndedOffer | null;
  line: StoredLine | null;
};

type EndedOffer = Pick<JoinedOffer, 'amount' | 'endReason'>;

const endTexts = {
  reserved: textId('conversations.push.offer-reserved'),
  'price-lowered': textId('conversations.push.offer-price-lowered'),
  'not-listed': textId('conversations.push.offer-not-listed'),
};

/** Describes to its sender an offer that the receiver or the listing has ended. */
const describeEndedOffer = ({ amount, endReason }: EndedOffer, { locale, text }: PushReader): string =>
  text(endReason === null ? 'conversations.push.offer-declined' : endTexts[endReason], {
    price: formatMoney(amount, locale),
  });

/** A message, or what has become of the user's own offer: each device gets the newest one of a conversation. */
export const messageNotifications: NotificationKind<MessageFacts> = {
  name: MESSAGE_KIND,
  // A block by the sender must not show in pushes.
  factsSql: `SELECT m.conversation_id AS "conversationId", s.name AS sender, s.id AS "senderId", m.content, book.title, ${lineFactsSql('m')} AS line,
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
    text: ({ conversationId, sender, content, line, endedOffer }, _count, to) => ({
      title: sender,
      body:
        endedOffer === null
          ? createExcerpt(contentOf({ content, line }, to.locale))
          : describeEndedOffer(endedOffer, to),
      path: `/conversation/${conversationId}`,
    }),
  },
  mail: {
    setting: 'mailMessages',
    maxAgeMs: UNREAD_EMAIL_MAX_AGE_MS,
    groupedBy: 'subject',
    text: ({ publicUrl }, { name, text }, [message]) => ({
      aboutUserId: message!.senderId,
      subject: text('conversations.mail.unread.subject'),
      text: `${text('platform.mail.greeting', { name: defuseLinks(name) })}

${text('conversations.mail.unread.text', { sender: defuseLinks(message!.sender), title: defuseLinks(message!.title) })}

${text('conversations.mail.unread.read')}
${publicUrl}/conversation/${message!.conversationId}?from=notification

${text('conversations.mail.unread.once')} ${stopEmailsText({ publicUrl }, text)}`,
    }),
  },
};
