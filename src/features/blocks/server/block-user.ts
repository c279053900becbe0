import { blockProblem } from '../contract.ts';
import { and, count, eq } from 'drizzle-orm';
import { accountProblem } from '#features/accounts/contract.ts';
import { users } from '#features/accounts/server/table.ts';
import { createKeyedLock } from '#platform/server/database/advisory-lock.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { MAX_BLOCKS } from '../rules.ts';
import { blockChanged } from './block-events.ts';
import { blocks } from './table.ts';

/** Blocks by one user run one at a time, so that all are counted. */
const lockBlocks = createKeyedLock('blocks');

type Blocking = { actorId: string; userId: string };
type Context = Pick<ServerContext, 'database' | 'events' | 'clock'>;

export type NewBlock = { blockerId: string; blockedId: string };

/**
 * Runs in the transaction that blocks a user, before and after the block (`isStored`): what is over by then ends as
 * without it, and an acceptance under way is waited for.
 */
export type BlockHook = (
  tx: Transaction,
  block: NewBlock & { isStored: boolean },
  now: Date,
) => Promise<void>;

/** Throws 'cannot-block-self', 'user-not-found', 'too-many-blocks'. */
export async function blockUser(
  { database, events, clock }: Context,
  { actorId, userId }: Blocking,
  blockHook: BlockHook,
): Promise<{ blocked: true }> {
  if (userId === actorId) throw blockProblem('cannot-block-self');
  await database.transaction(async (tx) => {
    await lockBlocks(tx, actorId);
    const [existing] = await tx
      .select({ at: blocks.createdAt })
      .from(blocks)
      .where(and(eq(blocks.blockerId, actorId), eq(blocks.blockedId, userId)));
    if (existing !== undefined) return;
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('key share');
    if (user === undefined) throw accountProblem('user-not-found');
    const [kept] = await tx.select({ count: count() }).from(blocks).where(eq(blocks.blockerId, actorId));
    if (kept!.count >= MAX_BLOCKS) throw blockProblem('too-many-blocks');
    const block = { blockerId: actorId, blockedId: userId };
    events.publish(blockChanged, block);
    await blockHook(tx, { ...block, isStored: false }, clock.now());
    const now = clock.now();
    await tx.insert(blocks).values({ ...block, createdAt: now });
    await blockHook(tx, { ...block, isStored: true }, now);
  });
  return { blocked: true };
}

/** Does nothing for a user who is not blocked or does not exist. */
export async function unblockUser(
  { database, events }: Context,
  { actorId, userId }: Blocking,
): Promise<{ blocked: false }> {
  const { rowCount } = await database.orm
    .delete(blocks)
    .where(and(eq(blocks.blockerId, actorId), eq(blocks.blockedId, userId)));
  if (rowCount === 1) events.publish(blockChanged, { blockerId: actorId, blockedId: userId });
  return { blocked: false };
}
