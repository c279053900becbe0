import { type Accounts, exportDevices } from '#features/accounts/server/public.ts';
import { exportBlocks } from '#features/blocks/server/public.ts';
import { listingsOfPeople } from '#features/books/server/public.ts';
import { conversationsOfPeople } from '#features/conversations/server/public.ts';
import { favoritesOfPeople } from '#features/favorites/server/public.ts';
import { exportNotifications } from '#features/notifications/server/public.ts';
import type { Payments } from '#features/payments/server/public.ts';
import { exportPhotos, removePhotosOf } from '#features/photos/server/public.ts';
import { exportReports, forgetHandler } from '#features/reports/server/public.ts';
import type { Subscriptions } from '#features/subscriptions/server/public.ts';
import { supportMessagesOfPeople } from '#features/support/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';

type Parts = Pick<ServerContext, 'events' | 'jobs'> & {
  accounts: Accounts;
  payments: Payments;
  subscriptions: Subscriptions;
};

/** Everything that keeps things of people: what goes into the file of their own data, and what goes when they do. In this order. */
export function holdPersonalData({ accounts, events, jobs, payments, subscriptions }: Parts): void {
  const holders = [
    // First what could still be charged.
    subscriptions.personalData,
    payments.personalData,
    {
      name: 'photos',
      export: exportPhotos,
      remove: (tx, { id }) => removePhotosOf(jobs, tx, id),
    },
    conversationsOfPeople(events),
    listingsOfPeople(events),
    favoritesOfPeople,
    { name: 'devices', export: exportDevices },
    // They go with the person's row, those of both sides.
    { name: 'blocks', export: exportBlocks },
    { name: 'reports', export: exportReports, remove: (tx, { id }) => forgetHandler(tx, id) },
    { name: 'notifications', export: exportNotifications },
    supportMessagesOfPeople,
  ] satisfies Parameters<Accounts['holdPersonalData']>[0][];
  for (const holder of holders) accounts.holdPersonalData(holder);
}
