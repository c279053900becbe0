import { randomBytes } from 'node:crypto';
import type { CreateDemoUser } from '#features/accounts/server/demo/create-demo-user.ts';
import type { DeleteUser } from '#features/accounts/server/deletion/delete-user.ts';
import { findUserKinds, truncateDemoUsers } from '#features/accounts/server/demo/demo-users.ts';
import { seedReviews } from '#features/reviews/server/seed-reviews.ts';
import {
  recordConfirmedSale,
  type SaleContext,
} from '#features/trades/server/sales/record-confirmed-sale.ts';
import type { SeedPhoto } from '#features/photos/server/seed-photo.ts';
import type { Database } from '#platform/server/database/database.ts';
import { withClient } from '#platform/server/database/with-client.ts';
import { inLockedTransaction } from '#platform/server/database/locked-transaction.ts';
import type { EventBus } from '#platform/server/events/event-bus.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { Market } from '#platform/shared/market/market.ts';
import { newId } from '#platform/server/new-id.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import {
  DEMO_MODERATOR,
  demoAdmin,
  demoCampus,
  demoEmail,
  demoPurchases,
  demoStudent,
  sellers,
} from './demo-data.ts';
import { demoReviews, REVIEWED_SELLER } from './demo-reviews.ts';
import { type DemoState, findDemoState, saveDemoState } from './demo-state.ts';
import { seedFormerStudent } from './seed-former-student.ts';
import { seedPlaces } from './seed-places.ts';
import { seedCourses } from './seed-courses.ts';
import { seedActivity } from './seed-activity.ts';
import { seedPurchases } from './seed-purchases.ts';
import { seedReplies } from './seed-replies.ts';
import { createDemoBooks } from './create-demo-books.ts';
import { planListings } from './plan-listings.ts';
import { planSales, type PlannedSale } from './plan-sales.ts';
import { readListings } from './read-listings.ts';

const DEMO_PASSWORD = 'bookswap-demo';

export type DemoSignIn = { email: string; password: string; isAdmin: boolean };

type SeedDemoOptions = SaleContext & {
  database: Database;
  events: EventBus;
  createDemoUser: CreateDemoUser;
  deleteUser: DeleteUser;
  seedPhoto: SeedPhoto;
  now: Date;
  market: Market;
  localeOf: ServerContext['localeOf'];
  /** Published passwords are only for a machine that no other can reach. */
  knownPasswords: boolean;
  progress: (text: string) => void;
};

/** Any number that no other lock has. */
const SEED_LOCK = 4_917_203_355_602;

/** Fills an empty database with the demo campus, again after an interrupted start. Other processes wait. */
export async function seedDemoCampus(options: SeedDemoOptions): Promise<DemoSignIn[]> {
  const { database } = options;
  const stored = findStoredSignIns(await readState(database));
  if (stored !== undefined) return stored;
  return withClient(database, (client) =>
    // Another process may have filled the database before this one got the lock.
    inLockedTransaction(
      client,
      SEED_LOCK,
      async () => findStoredSignIns(await readState(database)) ?? (await fillDatabase(options)),
    ),
  );
}

/** Undefined: the database is not filled yet. */
function findStoredSignIns(state: 'empty' | 'foreign' | DemoState): DemoSignIn[] | undefined {
  if (state === 'foreign' || state === 'filled') return [];
  if (state === 'filled, known passwords') return signIns(() => DEMO_PASSWORD);
  return undefined;
}

async function fillDatabase(options: SeedDemoOptions): Promise<DemoSignIn[]> {
  const { database, secrets, events, now, market, localeOf, knownPasswords, progress } = options;
  progress('Filling the empty database with a demo campus …');
  await truncateDemoUsers(database);
  await saveDemoState(database, 'filling', now);
  const users = signIns(knownPasswords ? () => DEMO_PASSWORD : () => randomBytes(9).toString('base64url'));
  const listings = planListings(readListings(market.prices), now);
  const sales = planSales(listings, now, market.prices);
  const { studentId, sellerIds } = await seedUsers(options, users, sales);
  const books = await createDemoBooks(options, listings, (seller) =>
    seller === 'student' ? studentId : sellerIds[seller]!,
  );
  await seedSales(options, sales, sellerIds);
  await seedFormerStudent({ ...options, studentId, reviewedId: sellerIds[reviewedSeller]! });
  await seedCourses(database, studentId, now);
  await seedPlaces(database, now);
  const campus = {
    database,
    secrets,
    events,
    studentId,
    sellerIds,
    books,
    now,
    timeZone: market.timeZone,
    market,
    localeOf,
  };
  await seedActivity(campus);
  await seedPurchases(campus);
  await seedReplies(campus);
  await saveDemoState(database, knownPasswords ? 'filled, known passwords' : 'filled', now);
  progress(`Listed ${books.length} books of ${sellerIds.length + 1} sellers.`);
  return users;
}

const reviewedSeller = sellers.findIndex(({ name }) => name === REVIEWED_SELLER);

/** Else one user would have written all reviews. */
function withDifferentBuyers(sales: readonly PlannedSale[]): PlannedSale[] {
  const others = sellers
    .keys()
    .filter((index) => index !== reviewedSeller)
    .toArray();
  const reviewed = sales.filter(({ seller }) => seller === reviewedSeller);
  return sales.map((sale) =>
    sale.seller === reviewedSeller
      ? { ...sale, buyer: others[reviewed.indexOf(sale) % others.length]! }
      : sale,
  );
}

async function seedSales(
  context: Pick<SeedDemoOptions, 'database' | 'secrets'>,
  sales: readonly PlannedSale[],
  sellerIds: readonly string[],
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const stored = withDifferentBuyers(sales).map(({ seller, buyer, confirmedAt, ...sale }) => ({
      sale: {
        ...sale,
        id: newId(confirmedAt),
        bookId: null,
        sellerId: sellerIds[seller]!,
        buyerId: sellerIds[buyer]!,
      },
      confirmedAt,
    }));
    for (const { sale, confirmedAt } of stored) await recordConfirmedSale(context, tx, sale, confirmedAt);
    const newestFirst = stored.filter(({ sale }) => sale.sellerId === sellerIds[reviewedSeller]).toReversed();
    await seedReviews(
      tx,
      newestFirst
        .slice(0, demoReviews.length)
        .map(({ sale: { id: saleId, buyerId, sellerId }, confirmedAt }, index) => ({
          ...demoReviews[index]!,
          saleId,
          writtenBy: 'buyer' as const,
          authorId: buyerId,
          reviewedId: sellerId,
          publishedAt: new Date(confirmedAt.getTime() + 2 * DAY_MS),
        })),
    );
  });
}

async function seedUsers(
  { createDemoUser, now }: SeedDemoOptions,
  [student, admin]: DemoSignIn[],
  sales: readonly PlannedSale[],
): Promise<{ studentId: string; sellerIds: string[] }> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const { id: studentId } = await createDemoUser({
    ...demoStudent,
    password: student!.password,
    isAdmin: false,
    totalSales: 3,
    createdAt: daysAgo(200),
  });
  await createDemoUser({
    ...demoAdmin,
    password: admin!.password,
    isAdmin: true,
    staffRoles: ['moderator'],
    createdAt: daysAgo(400),
  });
  const sellerIds: string[] = [];
  for (const [index, { name, totalSales, daysAgo: days }] of sellers.entries()) {
    const toStudent = demoPurchases.filter(({ seller }) => name.startsWith(`${seller} `)).length;
    const confirmedSales = sales.filter(({ seller }) => seller === index).length + toStudent;
    const { id } = await createDemoUser({
      name,
      email: demoEmail(name),
      isAdmin: false,
      staffRoles: name === DEMO_MODERATOR ? ['moderator'] : [],
      totalSales: Math.max(totalSales, confirmedSales),
      createdAt: daysAgo(days),
    });
    sellerIds.push(id);
  }
  return { studentId, sellerIds };
}

const signIns = (password: () => string): DemoSignIn[] => [
  { email: demoStudent.email, password: password(), isAdmin: false },
  { email: demoAdmin.email, password: password(), isAdmin: true },
];

/** 'foreign': data of real users, which no start changes. */
async function readState(database: Database): Promise<'empty' | 'foreign' | DemoState> {
  const state = await findDemoState(database);
  const { hasUsers, hasRealUsers } = await findUserKinds(database, demoCampus.domain);
  if (state === undefined) return hasUsers ? 'foreign' : 'empty';
  return state === 'filling' && hasRealUsers ? 'foreign' : state;
}
