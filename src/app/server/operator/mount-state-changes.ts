import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { MarketDirectory, MarketEntry } from '#platform/server/markets/market-directory.ts';
import { campusOf } from './campus-of.ts';
import type { OperatorContext } from './operator-context.ts';
import { setMarketState } from './operator-database.ts';
import { fieldsOf, open, redirectToStart, sendPage, type Visit, withOperator } from './operator-visit.ts';
import { MAX_REASON_LENGTH, renderMessage, renderPause } from './pages/plain-pages.ts';

type Change = { state: 'active' | 'paused'; reason: string | null };

const problems = {
  busy: 'A command works on this market now. Try again when it has ended.',
  missing: 'There is no such market.',
} as const;

/** How long the next page waits for the directory in memory, which hears of a change at once. */
const SEEN_WITHIN_MS = 1_000;

export function mountStateChanges(http: FastifyInstance, context: OperatorContext): void {
  const { config, directory } = context;
  const find = ({ params }: FastifyRequest): MarketEntry | undefined =>
    directory.get(Number((params as { number: string }).number));
  const render = (entry: MarketEntry, given: { problem: string | null; reason: string }) =>
    renderPause({ number: entry.number, campus: campusOf(entry, config), ...given });

  http.get(
    '/operator/markets/:number/pause',
    open,
    withOperator(context, async ({ request, reply }) => {
      const entry = find(request);
      return entry === undefined
        ? sendPage(reply, renderMessage('Not found', problems.missing), 404)
        : sendPage(reply, render(entry, { problem: null, reason: '' }));
    }),
  );

  http.post(
    '/operator/markets/:number/pause',
    open,
    withOperator(context, async (visit) => {
      const reason = (fieldsOf(visit.request).get('reason') ?? '').trim();
      const entry = find(visit.request);
      if (entry === undefined || (reason !== '' && reason.length <= MAX_REASON_LENGTH))
        return change(visit, context, { entry, state: 'paused', reason });
      const problem = reason === '' ? 'Enter a reason' : `Use at most ${MAX_REASON_LENGTH} characters`;
      return sendPage(visit.reply, render(entry, { problem, reason }), 422);
    }),
  );

  http.post(
    '/operator/markets/:number/resume',
    open,
    withOperator(context, (visit) =>
      change(visit, context, { entry: find(visit.request), state: 'active', reason: null }),
    ),
  );
}

async function change(
  { request, reply, connection, operator }: Visit & { operator: string },
  { clock, directory }: OperatorContext,
  { entry, ...wanted }: Change & { entry: MarketEntry | undefined },
): Promise<unknown> {
  if (entry === undefined) return sendPage(reply, renderMessage('Not found', problems.missing), 404);
  const { number } = entry;
  const answer = await setMarketState(
    connection.control,
    { ...wanted, market: number, by: operator },
    clock.now(),
  );
  if (answer !== 'done') return sendPage(reply, renderMessage('Not changed', problems[answer]), 409);
  request.log.warn({ operator, market: number, state: wanted.state }, 'an operator has changed a market');
  await untilSeen(directory, number, wanted.state);
  return redirectToStart(reply);
}

function untilSeen(directory: MarketDirectory, number: number, state: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const isSeen = () => directory.get(number)?.state === state;
  const timer = setTimeout(resolve, SEEN_WITHIN_MS);
  const end = directory.subscribe(() => isSeen() && resolve());
  if (isSeen()) resolve();
  return promise.finally(() => {
    clearTimeout(timer);
    end();
  });
}
