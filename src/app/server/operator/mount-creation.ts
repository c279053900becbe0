import type { FastifyInstance } from 'fastify';
import { ownHostNames } from '../http/open-http.ts';
import { checkForm, type FieldProblems, type MarketForm, readForm } from './new-market.ts';
import type { OperatorConnection, OperatorContext } from './operator-context.ts';
import { dropRequest, listCellNames, listTaken, requestMarket } from './operator-database.ts';
import { fieldsOf, open, redirectToStart, sendPage, type Visit, withOperator } from './operator-visit.ts';
import { renderCreate } from './pages/create-form.ts';

/** The server creates nothing: it writes down what an operator asks for, and the command does it. */
export function mountCreation(http: FastifyInstance, context: OperatorContext): void {
  http.get(
    '/operator/new',
    open,
    withOperator(context, async ({ reply, connection }) =>
      sendPage(reply, await renderForm(connection, context, {})),
    ),
  );
  http.post(
    '/operator/new',
    open,
    withOperator(context, (visit) => ask(visit, context)),
  );
  http.post(
    '/operator/requests/:id/drop',
    open,
    withOperator(context, async ({ request, reply, connection: { control } }) => {
      const id = Number((request.params as { id: string }).id);
      if (Number.isSafeInteger(id)) await dropRequest(control, id);
      return redirectToStart(reply);
    }),
  );
}

async function ask(
  { request, reply, operator, connection }: Visit & { operator: string },
  context: OperatorContext,
): Promise<unknown> {
  const { config, clock, runCommand } = context;
  const { control } = connection;
  const form = readForm(fieldsOf(request));
  const refuse = async (problems: FieldProblems) =>
    sendPage(reply, await renderForm(connection, context, { form, problems }), 422);
  const own = [...ownHostNames(config), ...(config.operatorHost === undefined ? [] : [config.operatorHost])];
  const around = { ...(await listTaken(control)), cells: await listCellNames(control), own };
  const checked = checkForm(form, around);
  if ('problems' in checked) return refuse(checked.problems);
  if (!(await requestMarket(control, checked.request, { by: operator, now: clock.now() })))
    return refuse({ host: 'Another request has this host or name' });
  request.log.warn({ operator, name: checked.request.name }, 'an operator has asked for a market');
  await runCommand?.();
  return redirectToStart(reply);
}

async function renderForm(
  { control }: OperatorConnection,
  { config: { market }, directory, runCommand }: OperatorContext,
  { form, problems = {} }: { form?: MarketForm; problems?: FieldProblems },
): Promise<string> {
  const cells = (await listCellNames(control)).map((name) => ({
    name,
    markets: directory.list().filter(({ cell }) => cell === name).length,
  }));
  const emptiest = cells.toSorted((one, other) => one.markets - other.markets)[0]?.name ?? '';
  const blank: MarketForm = {
    campus: '',
    host: '',
    currency: market.currency.code,
    timeZone: market.timeZone,
    languages: ['en'],
    cell: emptiest,
    admin: '',
  };
  return renderCreate({ form: form ?? blank, problems, cells, runsCommand: runCommand !== null });
}
