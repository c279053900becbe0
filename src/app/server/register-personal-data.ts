import type { Accounts } from '#features/accounts/server/mount.ts';
import { exportPasskeys } from '#features/accounts/server/identity/passkeys/own-passkeys.ts';
import { exportSessions } from '#features/accounts/server/identity/sessions/user-sessions.ts';
import { exportBlocks } from '#features/blocks/server/list-blocks.ts';
import { bookPersonalData } from '#features/books/server/personal-data.ts';
import { listOwnUsage } from '#features/accounts/server/budgets/usage-of-mailbox.ts';
import { conversationPersonalData } from '#features/conversations/server/personal-data.ts';
import { takenCoursePersonalData } from '#features/courses/server/my/personal-data.ts';
import { bookWorks } from '#features/editions/server/works/book-works.ts';
import { favoritePersonalData } from '#features/favorites/server/personal-data.ts';
import { casePersonalData } from '#features/moderation/server/cases/personal-data.ts';
import { createDecisionPersonalData } from '#features/moderation/server/personal-data.ts';
import { meetingPersonalData } from '#features/meetings/server/personal-data.ts';
import {
  deleteNotifications,
  exportNotifications,
} from '#features/notifications/server/notification-settings.ts';
import type { Payments } from '#features/payments/server/public.ts';
import { exportPhotos, detachPhotosOfUser } from '#features/photos/server/detach-photos.ts';
import { createNoticePersonalData } from '#features/notices/server/personal-data.ts';
import { profilePersonalData } from '#features/profiles/server/personal-data.ts';
import { pricePersonalData } from '#features/prices/server/personal-data.ts';
import { reportPersonalData } from '#features/reports/server/personal-data.ts';
import { reviewPersonalData } from '#features/reviews/server/personal-data.ts';
import type { Subscriptions } from '#features/subscriptions/server/mount.ts';
import { supportPersonalData } from '#features/support/server/personal-data.ts';
import { tradePersonalData } from '#features/trades/server/personal-data.ts';
import { wantedPersonalData } from '#features/wanted/server/personal-data.ts';
import type { ServerContext } from '#platform/server/server-context.ts';

type Context = Pick<ServerContext, 'events' | 'jobs' | 'clock' | 'localeOf'> & {
  accounts: Accounts;
  payments: Payments;
  subscriptions: Subscriptions;
};

/** All features that store data of users, in the order in which they export and delete it. */
export function registerPersonalData({
  accounts,
  events,
  jobs,
  clock,
  localeOf,
  payments,
  subscriptions,
}: Context): void {
  const holders = [
    // First, because the provider could still charge for a subscription.
    subscriptions.personalData,
    payments.personalData,
    {
      name: 'photos',
      export: exportPhotos,
      remove: (tx, { id }) => detachPhotosOfUser(jobs, tx, id),
    },
    // Trades come before the conversations, with which they are deleted.
    ...tradePersonalData({ events, jobs, clock, localeOf }),
    ...meetingPersonalData({ clock }),
    conversationPersonalData(events),
    reviewPersonalData({ events, clock }),
    bookPersonalData({ events, works: bookWorks }),
    favoritePersonalData,
    pricePersonalData,
    takenCoursePersonalData,
    wantedPersonalData,
    { name: 'devices', export: exportSessions },
    { name: 'passkeys', export: exportPasskeys },
    // Deleted with the user's row, in both directions.
    { name: 'blocks', export: exportBlocks },
    reportPersonalData,
    casePersonalData,
    createDecisionPersonalData({ events }),
    createNoticePersonalData({ clock }),
    { name: 'usage', export: listOwnUsage },
    {
      name: 'notifications',
      export: exportNotifications,
      remove: (tx, { id }) => deleteNotifications(tx, id),
    },
    profilePersonalData,
    supportPersonalData,
  ] satisfies Parameters<Accounts['registerPersonalData']>[0][];
  for (const holder of holders) accounts.registerPersonalData(holder);
}
