import {
  type NotificationFacts,
  type NotificationKind,
  stopEmailsText,
} from '#features/notifications/server/public.ts';
import { defuseLinks } from '#platform/server/mail/defuse-links.ts';

/** The listings of a new account are visible. The subject is the user. */
export const approvedNotifications: NotificationKind<NotificationFacts> = {
  name: 'listings-approved',
  factsSql: `SELECT CASE WHEN u.listings_approved_at IS NULL THEN 'not approved' END AS withdrawn
    FROM users u WHERE u.id = n.subject_id`,
  push: {
    setting: 'pushReminders',
    text: (_facts, _count, { text }) => ({
      title: text('moderation.approved.title'),
      body: text('moderation.approved.text'),
      path: '/profile',
    }),
  },
  mail: {
    setting: 'mailReminders',
    groupedBy: 'user',
    text: ({ publicUrl }, { name, text }) => ({
      subject: text('moderation.approved.title'),
      text: `${text('platform.mail.greeting', { name: defuseLinks(name) })}

${text('moderation.approved.text')}
${publicUrl}/profile

${stopEmailsText({ publicUrl }, text)}`,
    }),
  },
};
