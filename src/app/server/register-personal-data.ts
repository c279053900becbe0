import { type Accounts, exportPasskeys, exportSessions } from '#features/accounts/server/public.ts';
import { exportBlocks } from '#features/blocks/server/public.ts';
import { bookPersonalData } from '#features/books/server/public.ts';
import { exportUsage } from '#features/budgets/server/public.ts';
import { conversationPersonalData } from '#features/conversations/server/public.ts';
import { takenCoursePersonalData } from '#features/courses/server/public.ts';
import { dealPersonalData, resalePersonalData } from '#features/deals/server/public.ts';
import { favoritePersonalData } from '#features/favorites/server/public.ts';
import { meetingPersonalData } from '#features/meetings/server/public.ts';
import { exportNotifications } from '#features/notifications/server/public.ts';
import { offerPersonalData } from '#features/offers/server/public.ts';
import type { Payments } from '#features/payments/server/public.ts';
import { exportPhotos, detachPhotosOfUser } from '#features/photos/server/public.ts';
import { profilePersonalData } from '#features/profiles/server/public.ts';
import { pricePersonalData } from '#features/prices/server/public.ts';
import { exportReports, clearReportHandler } from '#features/reports/server/public.ts';
import { reviewPersonalData } from '#features/reviews/server/public.ts';
import { salePersonalData } from '#features/sales/server/public.ts';
import type { Subscriptions } from '#features/subscriptions/server/public.ts';
import { supportPersonalData } from '#features/support/server/public.ts';
import { wantedPersonalData } from '#features/wanted/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';

type Context = Pick<ServerContext, 'events' | 'jobs' | 'clock'> & {
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
    // Before the conversations, with which they are deleted.
    offerPersonalData({ events, jobs, clock }),
    meetingPersonalData,
    conversationPersonalData(events),
    reviewPersonalData({ events, clock }),
    dealPersonalData,
    resalePersonalData,
    salePersonalData,
    bookPersonalData(events),
    favoritePersonalData,
    pricePersonalData,
    takenCoursePersonalData,
    wantedPersonalData,
    { name: 'devices', export: exportSessions },
    { name: 'passkeys', export: exportPasskeys },
    // Deleted with the user's row, in both directions.
    { name: 'blocks', export: exportBlocks },
    { name: 'reports', export: exportReports, remove: (tx, { id }) => clearReportHandler(tx, id) },
    { name: 'usage', export: exportUsage },
    { name: 'notifications', export: exportNotifications },
    profilePersonalData,
    supportPersonalData,
  ] satisfies Parameters<Accounts['registerPersonalData']>[0][];
  for (const holder of holders) accounts.registerPersonalData(holder);
}
