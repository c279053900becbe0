import type { Accounts } from '#features/accounts/server/mount.ts';
import { findStaffConnections } from '#features/accounts/server/staff/find-staff-connections.ts';
import { findExistingSignIns } from '#features/accounts/server/users/find-existing-sign-ins.ts';
import { type AdministrationContext, mountAdministration } from '#features/administration/server/mount.ts';
import { mountAudit } from '#features/audit/server/mount.ts';
import { mountBlocks } from '#features/blocks/server/mount.ts';
import type { BookHook } from '#features/books/server/public.ts';
import { mountBooks } from '#features/books/server/mount.ts';
import { mountBoosts } from '#features/boosts/server/mount.ts';
import { mountConversations } from '#features/conversations/server/mount.ts';
import { mountCourses } from '#features/courses/server/mount.ts';
import { listCourseIsbns } from '#features/courses/server/reading-lists.ts';
import { mountCoverage } from '#features/coverage/server/mount.ts';
import { mountDiscovery } from '#features/discovery/server/mount.ts';
import { bookWorks } from '#features/editions/server/works/book-works.ts';
import { mountEditions } from '#features/editions/server/mount.ts';
import { mountFavorites } from '#features/favorites/server/mount.ts';
import { type Live, mountLive } from '#features/live/server/mount.ts';
import { mountMeetings } from '#features/meetings/server/mount.ts';
import { meetingsOfEndedReservation as reservationHook } from '#features/meetings/server/change-meeting.ts';
import { mountModeration } from '#features/moderation/server/mount.ts';
import { createFirstListingHook } from '#features/moderation/server/first-listings/add-first-listing.ts';
import { mountFirstListings } from '#features/moderation/server/first-listings/mount.ts';
import { createAccountActions, mountPauses } from '#features/moderation/server/pauses/mount.ts';
import { withdrawQuestions as saleHook } from '#features/meetings/server/outcomes/withdraw-questions.ts';
import { mountNeighbors, type Neighbors } from '#features/neighbors/server/mount.ts';
import { mountNotices } from '#features/notices/server/mount.ts';
import { createNoticeSource } from '#features/notices/server/notice-source.ts';
import { mountNotifications, type PushTuning } from '#features/notifications/server/mount.ts';
import { mountPayments } from '#features/payments/server/mount.ts';
import { mountProfiles } from '#features/profiles/server/mount.ts';
import { mountPhotos } from '#features/photos/server/mount.ts';
import { createBookPrices } from '#features/prices/server/book-prices.ts';
import { mountPrices } from '#features/prices/server/mount.ts';
import { mountReports } from '#features/reports/server/mount.ts';
import { createReportSource } from '#features/reports/server/report-source.ts';
import { mountReviews } from '#features/reviews/server/mount.ts';
import { readRating } from '#features/reviews/server/list-reviews.ts';
import { mountSlips } from '#features/slips/server/mount.ts';
import { mountSubscriptions } from '#features/subscriptions/server/mount.ts';
import { mountSupport } from '#features/support/server/mount.ts';
import { createHandoverReader } from '#features/trades/server/handover/read-handover.ts';
import { mountTrades } from '#features/trades/server/mount.ts';
import { createTradeHooks } from '#features/trades/server/trade-hooks.ts';
import { mountTransparency } from '#features/transparency/server/mount.ts';
import { mountWanted } from '#features/wanted/server/mount.ts';
import type { NeighborStore } from '#platform/server/markets/neighbor-store.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { Config } from './config.ts';
import type { RequestLimit } from './limits/limit-requests.ts';
import { operatorContact, pushSubject, toImprint } from './derived-settings.ts';
import { createNotificationKinds } from './notification-kinds.ts';
import { registerPersonalData } from './register-personal-data.ts';
import type { ProcessingStage } from '#features/payments/server/payments-context.ts';

export type FeatureOptions = {
  config: Config;
  /** Whether Vite's socket exists beside ours. */
  developing?: boolean;
  /** The allowed push services and the delay of notifications (tests). */
  push?: PushTuning;
  /** Replaces `fetch` for requests to Stripe (tests). */
  stripeFetch?: typeof fetch;
  /** Called at each step of a provider event (tests). */
  paymentTrace?: (stage: ProcessingStage) => void;
  /** What the market has with others of its deployment. Missing: it is alone. */
  neighbors?: NeighborStore | undefined;
  /** No limits on requests (benchmarks). */
  unlimited?: boolean;
};

/** Mounts each feature after those that it needs. */
export async function mountFeatures(
  context: ServerContext,
  options: FeatureOptions,
  { accounts, limit, hostNames }: { accounts: Accounts; limit: RequestLimit; hostNames: readonly string[] },
) {
  const { config } = options;
  const unlimited = options.unlimited ?? false;
  const live = mountLive(context, {
    authenticateToken: accounts.authenticateToken,
    findExistingSignIns: (...ids) => findExistingSignIns(context.database, ...ids),
    findStaff: () => findStaffConnections(context.database),
    leaveOtherUpgrades: options.developing ?? false,
    maxSockets: config.maxSockets,
    unlimited,
  });
  accounts.registerLive(live);
  mountAudit(context);
  const photos = await mountPhotos(context);
  const subject = pushSubject(config);
  const kinds = createNotificationKinds({ timeZone: config.market.timeZone });
  await mountNotifications(context, { live, kinds, subject, ...options.push });
  const { bookHook, adminBookHook, blockHook } = createTradeHooks({ ...context, reservationHook });
  const prices = createBookPrices(context);
  const firstListingHook = config.market.approveFirstListing ? createFirstListingHook(context) : null;
  const books = await mountBooks(context, {
    live,
    prices,
    listingDays: config.listingDays,
    courseIsbns: listCourseIsbns,
    works: bookWorks,
    bookHook,
    firstListingHook,
    campusName: config.campusName,
    limit,
  });
  await mountPauses(context);
  await mountFirstListings({ ...context, works: bookWorks }, firstListingHook);
  await mountEditions(context, { ...config.isbnLookup, contact: operatorContact(config) });
  mountCourses(context);
  const payments = await mountPayments(context, {
    mode: config.payments,
    limit,
    ...(options.stripeFetch && { stripeFetch: options.stripeFetch }),
    ...(options.paymentTrace && { trace: options.paymentTrace }),
  });
  await mountBoosts(context, payments);
  const subscriptions = await mountSubscriptions(context, payments);
  await mountPrices(context, { live });
  mountFavorites(context, { prices });
  mountBlocks(context, live, blockHook);
  await mountWanted(context, { live, timeZone: config.market.timeZone, prices });
  await mountSupport(context, { adminEmails: config.adminEmails, imprint: toImprint(config) });
  const readHandover = createHandoverReader(context);
  await mountConversations(context, { live, readHandover, unlimited });
  await mountTradeFeatures(context, { config, bookHook, unlimited });
  const neighbors = await mountReach(context, options, limit);
  await mountTeam(context, { live, accounts, payments, prices, hostNames, config, bookHook: adminBookHook });
  registerPersonalData({ ...context, accounts, payments, subscriptions });
  return { live, books, photos, payments, neighbors };
}

type TeamOptions = Omit<AdministrationContext, 'moderation' | 'listingDays'> & {
  accounts: Accounts;
  live: Live;
  hostNames: readonly string[];
  config: Config;
};

/** What comes in about people and listings, and what the team does about it. */
async function mountTeam(
  context: ServerContext,
  { live, hostNames, config, ...administration }: TeamOptions,
): Promise<void> {
  await mountReports(context);
  await mountNotices(context, { hostNames });
  mountTransparency(context);
  const { accounts, bookHook } = administration;
  const moderation = await mountModeration(context, {
    ...createAccountActions({ ...context, works: bookWorks }),
    live,
    sources: [createReportSource(context), createNoticeSource(context)],
    accounts,
    bookHook,
    works: bookWorks,
    timeZone: config.market.timeZone,
  });
  mountAdministration(context, { ...administration, moderation, listingDays: config.listingDays });
}

async function mountTradeFeatures(
  context: ServerContext,
  { config, unlimited, bookHook }: { config: Config; unlimited: boolean; bookHook: BookHook },
): Promise<void> {
  const { listingDays, semesterEnds } = config;
  const { timeZone } = config.market;
  const options = { bookHook, reservationHook, saleHook, listingDays, semesterEnds, timeZone, unlimited };
  await mountTrades(context, options);
  await mountReviews(context);
  await mountProfiles(context, { readRating });
  await mountMeetings(context, { timeZone, unlimited });
}

/** What leads to the campus from outside, and what its shelf lacks. */
function mountReach(
  context: ServerContext,
  { config, neighbors }: FeatureOptions,
  limit: RequestLimit,
): Promise<Neighbors> {
  mountSlips(context);
  mountDiscovery(context, { limit });
  mountCoverage(context);
  const { campusName, campusCoordinates: coordinates } = config;
  const card = { name: campusName ?? context.services.market.name, coordinates };
  return mountNeighbors(context, { store: neighbors ?? null, card });
}
