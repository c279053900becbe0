import type { MarketEntry, MarketState } from '#platform/server/markets/market-directory.ts';
import type { MarketFacts, OpenRequest } from '../operator-database.ts';
import { isBackupLate, type Usage } from '../read-usage.ts';
import { formatAge, formatBytes, formatCount, formatDay } from './format.ts';
import { html, type Html } from './html.ts';
import { icon, notice, renderPage } from './layout.ts';

type MarketView = {
  entry: MarketEntry;
  /** The name of the campus. */
  campus: string;
  hue: string;
  usage: Usage | null;
  facts: MarketFacts | undefined;
};

export type ListView = {
  markets: readonly MarketView[];
  /** Those whose server does not answer. */
  lostCells: ReadonlySet<string>;
  requests: readonly OpenRequest[];
  operator: string;
  now: Date;
  /** Whether this server runs the command itself. */
  runsCommand: boolean;
};

const stateNames: Record<MarketState, string> = {
  creating: 'Being created',
  active: 'Active',
  paused: 'Paused',
  moving: 'Moving',
  deleting: 'Being deleted',
};

export function renderMarkets(view: ListView): string {
  const { markets, requests, operator, lostCells } = view;
  const cells = new Set(markets.map(({ entry }) => entry.cell));
  const paused = markets.filter(({ entry }) => entry.state === 'paused').length;
  return renderPage({
    title: 'Operator',
    actions: html`<a class="btn" href="/operator/new">${icon('plus')}New market</a>`,
    main: html`<div class="figures">
        ${[figure(markets.length, 'market'), figure(cells.size, 'cell')]}
        <div><b>${paused}</b><span>paused</span></div>
      </div>
      ${[...lostCells].toSorted().map((cell) => lostCell(cell, markets))}
      ${markets.flatMap((market) => warnings(market, view))}
      <ul class="markets">
        ${requests.map((request) => requestCard(request, view.runsCommand))}
        ${markets.map((market) => marketCard(market, view))}
      </ul>
      <p class="tiny soft center">
        Late cases are open for more than 48 hours. What they say stays with the campus.
      </p>
      <form class="foot" method="post" action="/operator/sign-out">
        <p class="tiny soft">Signed in as ${operator}</p>
        <button class="btn quiet">Sign out</button>
      </form>`,
  });
}

const figure = (count: number, noun: string): Html =>
  html`<div><b>${count}</b><span>${count === 1 ? noun : `${noun}s`}</span></div>`;

const isLate = ({ usage, facts }: MarketView, now: Date): boolean =>
  isBackupLate(usage, facts?.createdAt, now);

/** One warning for all of its markets. */
function lostCell(cell: string, markets: readonly MarketView[]): Html {
  const count = markets.filter(({ entry }) => entry.cell === cell).length;
  const those = count === 1 ? 'Its market answers' : `Its ${count} markets answer`;
  return notice(`The cell ${cell} does not answer. ${those} 503 until it is back; the others go on.`);
}

function warnings(market: MarketView, { now, lostCells }: Pick<ListView, 'now' | 'lostCells'>): Html[] {
  const { campus, usage, entry, facts } = market;
  const isOfLostCell = lostCells.has(entry.cell);
  if (usage === null && entry.state !== 'creating' && !isOfLostCell)
    return [notice(`The database of ${campus} in the cell ${entry.cell} does not answer.`)];
  if (facts?.working != null && entry.state !== 'creating')
    return [
      notice(
        `A command is in the middle of '${facts.working}' with ${campus}. If it was interrupted, run it again.`,
      ),
    ];
  if (!isLate(market, now)) return [];
  const last =
    usage!.lastBackup === null
      ? 'There is none yet.'
      : `The last one is from ${formatDay(usage!.lastBackup)}.`;
  return [notice(`The backup of ${campus} is late. ${last}`)];
}

function marketCard(market: MarketView, { now, operator }: ListView): Html {
  const { entry, campus, hue, facts } = market;
  const { number, state, cell, hosts } = entry;
  return html`<li class="market">
    <div class="row">
      <span class="mark ${hue}" aria-hidden="true">${[...campus][0]?.toUpperCase()}</span>
      <div class="grow">
        <h2>${campus}</h2>
        <p class="tiny soft host" dir="ltr">${hosts[0]}</p>
      </div>
      ${badge(market)}
    </div>
    ${numbers(market, now)} ${state === 'paused' && pauseLine({ entry, facts, operator })}
    <div class="row between">
      <span class="tiny soft">Cell ${cell}, ${entry.name}</span>${action(number, campus, state)}
    </div>
  </li>`;
}

const badge = ({ entry: { state }, usage }: MarketView): Html => {
  // The directory still has it so; its users get 503.
  if (state === 'active' && usage === null)
    return html`<span class="badge late">${icon('alert')}No answer</span>`;
  if (state === 'active') return html`<span class="badge active">${stateNames[state]}</span>`;
  return html`<span class="badge ${state === 'paused' ? 'late' : ''}"
    >${state === 'paused' && icon('pause')}${stateNames[state]}</span
  >`;
};

function numbers(market: MarketView, now: Date): Html {
  const { usage } = market;
  const entry = (name: string, value: string, isBad = false) =>
    html`<div><dt>${name}</dt><dd${isBad && html` class="late"`}>${value}</dd></div>`;
  if (usage === null) {
    const why =
      market.entry.state === 'creating' ? 'No numbers yet.' : 'No numbers: its database does not answer.';
    return html`<p class="small soft">${why}</p>`;
  }
  return html`<dl class="nums">
    ${[
      entry('Students', formatCount(usage.students)),
      entry('Listings', formatCount(usage.listings)),
      entry('Late cases', formatCount(usage.lateCases), usage.lateCases > 0),
      entry('Storage', formatBytes(usage.bytes)),
      entry(
        'Backup',
        usage.lastBackup === null ? 'None' : formatAge(usage.lastBackup, now),
        isLate(market, now),
      ),
    ]}
  </dl>`;
}

function pauseLine({
  entry: { reason },
  facts,
  operator,
}: Pick<MarketView, 'entry' | 'facts'> & { operator: string }): Html {
  const by = facts?.pausedBy == null ? '' : ` by ${facts.pausedBy === operator ? 'you' : facts.pausedBy}`;
  const since = facts === undefined ? '' : ` on ${formatDay(facts.stateSince)}`;
  return html`<p class="small soft">
    Paused${by}${since}.
    ${reason === null ? 'Its people see a page that says so.' : html`Its people read: ${reason}`}
  </p>`;
}

function action(number: number, campus: string, state: MarketState): Html | false {
  if (state === 'active')
    return html`<a class="btn quiet" href="/operator/markets/${number}/pause" aria-label="Pause ${campus}"
      >${icon('pause')}Pause</a
    >`;
  return (
    state === 'paused' &&
    html`<form method="post" action="/operator/markets/${number}/resume">
      <button class="btn quiet" aria-label="Resume ${campus}">${icon('play')}Resume</button>
    </form>`
  );
}

/** What an operator has asked for, and the command has not done yet. */
function requestCard({ id, host, settings, error, name }: OpenRequest, runsCommand: boolean): Html {
  const campus = settings['CAMPUS_NAME'] ?? name;
  const wait = runsCommand
    ? 'This server creates it. Load the page again in some seconds.'
    : html`Waiting for the command. On the machine that has DATABASE_ADMIN_URL:
        <code>npm run admin -- markets work</code>`;
  return html`<li class="market">
    <div class="row">
      <div class="grow">
        <h2>${campus}</h2>
        <p class="tiny soft host" dir="ltr">${host}</p>
      </div>
      <span class="badge">${icon('clock')}Waiting</span>
    </div>
    <p class="small soft">${wait}</p>
    ${error !== null && html`<p class="wrong">${icon('alert')}<span>The last attempt failed: ${error}</span></p>`}
    <form method="post" action="/operator/requests/${id}/drop">
      <button class="btn quiet" aria-label="Take ${campus} back">Take back</button>
    </form>
  </li>`;
}
