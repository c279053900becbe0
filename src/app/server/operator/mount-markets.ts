import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { MarketEntry } from '#platform/server/markets/market-directory.ts';
import { DEFAULT_HUE, hueNames } from '#features/campus/rules.ts';
import type { Config } from '../config.ts';
import { ownHostNames } from '../http/open-http.ts';
import type { OperatorContext } from './create-operator.ts';
import {
  fieldsOf,
  open,
  seeOther,
  sendPage,
  type Visit,
  withDirectory,
  withOperator,
} from './mount-operator-pages.ts';
import { checkForm, type FieldProblems, type MarketForm, readForm } from './new-market.ts';
import {
  dropRequest,
  listCellNames,
  listOpenRequests,
  listTaken,
  readMarketFacts,
  requestMarket,
  setMarketState,
} from './operator-database.ts';
import { findOperator } from './operator-session.ts';
import { renderCreate } from './pages/create-form.ts';
import { renderMarkets } from './pages/market-list.ts';
import { MAX_REASON_LENGTH, renderMessage, renderPause, renderSignIn } from './pages/plain-pages.ts';

const campusOf = ({ number, settings, name }: MarketEntry, config: Config): string =>
  settings['CAMPUS_NAME'] ?? (number === 1 ? config.campusName : undefined) ?? name;

const hueOf = ({ number, settings }: MarketEntry, config: Config): string =>
  hueNames.find((hue) => hue === settings['CAMPUS_COLOR']) ??
  (number === 1 ? config.campusColor : DEFAULT_HUE);

const changes = {
  done: null,
  busy: 'A command works on this market now. Try again when it has ended.',
  missing: 'There is no such market.',
} as const;

export function mountMarkets(http: FastifyInstance, context: OperatorContext): void {
  const { directory, config } = context;

  http.get(
    '/operator',
    open,
    withDirectory(context, async (visit) => {
      const operator = await findOperator(visit, context);
      if (operator === null) return sendPage(visit.reply, renderSignIn(false));
      return sendPage(visit.reply, await renderList({ ...visit, operator }, context));
    }),
  );
  mountCreation(http, context);

  http.get(
    '/operator/markets/:number/pause',
    open,
    withOperator(context, async ({ request, reply }) => {
      const entry = entryOf(request, context);
      if (entry === undefined) return sendPage(reply, renderMessage('Not found', changes.missing), 404);
      const { number } = entry;
      return sendPage(
        reply,
        renderPause({ number, campus: campusOf(entry, config), problem: null, reason: '' }),
      );
    }),
  );

  http.post(
    '/operator/markets/:number/pause',
    open,
    withOperator(context, async (visit) => {
      const { request, reply } = visit;
      const reason = (fieldsOf(request).get('reason') ?? '').trim();
      const entry = entryOf(request, context);
      if (entry === undefined || (reason !== '' && reason.length <= MAX_REASON_LENGTH))
        return changeState(visit, context, { state: 'paused', reason });
      const problem = reason === '' ? 'Enter a reason' : `Use at most ${MAX_REASON_LENGTH} characters`;
      const { number } = entry;
      return sendPage(reply, renderPause({ number, campus: campusOf(entry, config), problem, reason }), 422);
    }),
  );

  http.post(
    '/operator/markets/:number/resume',
    open,
    withOperator(context, (visit) => changeState(visit, context, { state: 'active', reason: null })),
  );

  function entryOf({ params }: FastifyRequest, { directory: { get } }: OperatorContext) {
    return get(Number((params as { number: string }).number));
  }

  async function changeState(
    { request, reply, connection, operator }: Visit & { operator: string },
    { clock }: OperatorContext,
    change: { state: 'active' | 'paused'; reason: string | null },
  ) {
    const entry = entryOf(request, context);
    const answer =
      entry === undefined
        ? 'missing'
        : await setMarketState(
            connection.control,
            { ...change, market: entry.number, by: operator },
            clock.now(),
          );
    const problem = changes[answer];
    if (problem !== null)
      return sendPage(reply, renderMessage('Not changed', problem), answer === 'missing' ? 404 : 409);
    http.log.warn(
      { operator, market: entry!.number, state: change.state },
      'an operator has changed a market',
    );
    await seen(entry!, change.state);
    return seeOther(reply, '/operator');
  }

  /** The directory hears of the change at once; the next page should show it. */
  function seen({ number }: MarketEntry, state: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, SEEN_WITHIN_MS);
    const end = directory.subscribe((change) => {
      if (change.number === number) resolve();
    });
    if (directory.get(number)?.state === state) resolve();
    return promise.finally(() => {
      clearTimeout(timer);
      end();
    });
  }
}

const SEEN_WITHIN_MS = 1_000;

async function renderList(
  { connection: { control, usage }, operator }: Visit & { operator: string },
  { directory, config, clock, runCommand }: OperatorContext,
): Promise<string> {
  const entries = directory.list();
  const [facts, requests, counts] = await Promise.all([
    readMarketFacts(control),
    listOpenRequests(control),
    usage(entries),
  ]);
  const markets = entries.map((entry) => ({
    entry,
    campus: campusOf(entry, config),
    hue: hueOf(entry, config),
    usage: counts.get(entry.number) ?? null,
    facts: facts.get(entry.number),
  }));
  // Its market is there as soon as the command has begun with it.
  const waiting = requests.filter(({ name }) => !entries.some((entry) => entry.name === name));
  return renderMarkets({
    markets,
    requests: waiting,
    operator,
    now: clock.now(),
    runsCommand: runCommand !== null,
  });
}

/** Also of requests that wait for the command: what they take is taken. */
function mountCreation(http: FastifyInstance, context: OperatorContext): void {
  const { config, directory, clock, runCommand } = context;
  const render = async (
    { connection: { control } }: Visit,
    form: Partial<MarketForm>,
    problems: FieldProblems = {},
  ): Promise<string> => {
    const cells = (await listCellNames(control)).map((name) => ({
      name,
      markets: directory.list().filter((entry) => entry.cell === name).length,
    }));
    const smallest = cells.toSorted((one, other) => one.markets - other.markets)[0]?.name ?? '';
    const blank = {
      campus: '',
      host: '',
      currency: config.market.currency.code,
      timeZone: config.market.timeZone,
      languages: ['en'],
      cell: smallest,
      admin: '',
    };
    return renderCreate({ form: { ...blank, ...form }, problems, cells, runsCommand: runCommand !== null });
  };

  http.get(
    '/operator/new',
    open,
    withOperator(context, async (visit) => sendPage(visit.reply, await render(visit, {}))),
  );

  http.post(
    '/operator/new',
    open,
    withOperator(context, async (visit) => {
      const { request, reply, operator, connection } = visit;
      const { control } = connection;
      const form = readForm(fieldsOf(request));
      const own = [
        ...ownHostNames(config),
        ...(config.operatorHost === undefined ? [] : [config.operatorHost]),
      ];
      const around = { ...(await listTaken(control)), cells: await listCellNames(control), own };
      const checked = checkForm(form, around);
      if ('problems' in checked) return sendPage(reply, await render(visit, form, checked.problems), 422);
      if (!(await requestMarket(control, checked.request, { by: operator, now: clock.now() })))
        return sendPage(
          reply,
          await render(visit, form, { host: 'Another request has this host or name' }),
          409,
        );
      http.log.warn({ operator, name: checked.request.name }, 'an operator has asked for a market');
      await runCommand?.();
      return seeOther(reply, '/operator');
    }),
  );

  http.post(
    '/operator/requests/:id/drop',
    open,
    withOperator(context, async ({ request, reply, connection: { control } }) => {
      const id = Number((request.params as { id: string }).id);
      if (Number.isSafeInteger(id)) await dropRequest(control, id);
      return seeOther(reply, '/operator');
    }),
  );
}
