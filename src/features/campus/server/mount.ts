import { isPayable } from '#features/payments/stripe-amounts.ts';
import { busResumed, defineTopic } from '#platform/server/events/event-bus.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { type Campus, campusEndpoints, campusProblem, type CampusSettings } from '../contract.ts';
import type { HueName } from '../rules.ts';
import { mountCampusIcons, toStoredIcon } from './campus-icon.ts';
import { changeStoredCampus, readStoredCampus, type StoredCampus } from './stored-settings.ts';

const campusChanged = defineTopic<{ version: number }>('campus-changed');

type CampusOptions = {
  /** What this process serves with: of the environment, and of the row below it. */
  current: CampusSettings;
  /** Opens the campus with its new settings, in this process. */
  reopen: () => void;
  isCurrencyFixed: () => Promise<boolean>;
};

export type CampusLook = {
  name: string | null;
  color: HueName;
  /** Of the icon at /campus-icon-192.png; null: the icon of BookSwap. */
  iconVersion: number | null;
};

/** Mounts the settings of the campus and its icon. Each process opens the campus again when they change. */
export async function mountCampus(
  context: ServerContext,
  options: CampusOptions,
): Promise<{ look: CampusLook }> {
  const { endpoints, database, events, clock } = context;
  const { current, reopen } = options;
  const opened = await readStoredCampus(database.orm);
  const toCampus = async ({ version, settings, iconVersion }: StoredCampus): Promise<Campus> => ({
    ...(settings ?? current),
    // Settings of before these could be chosen have none.
    coordinates: (settings ?? current).coordinates ?? null,
    approveFirstListing: (settings ?? current).approveFirstListing ?? current.approveFirstListing,
    version,
    iconVersion,
    operator: {
      host: new URL(context.publicUrl).host,
      currency: context.market.currency.code,
      isCurrencyFixed: await options.isCurrencyFixed(),
    },
  });
  const change = (write: (tx: Transaction) => Promise<StoredCampus>) =>
    database.transaction(async (tx) => {
      const stored = await write(tx);
      events.publish(campusChanged, { version: stored.version });
      return stored;
    });
  const reopenIfChanged = async () => {
    if ((await readStoredCampus(database.orm)).version !== opened.version) reopen();
  };
  events.subscribe(campusChanged, ({ version }) => version !== opened.version && reopen());
  events.subscribe(busResumed, () => void reopenIfChanged().catch(() => {}));
  endpoints.mount(campusEndpoints, {
    'GET /api/admin/campus': async () => toCampus(await readStoredCampus(database.orm)),
    'PUT /api/admin/campus': async ({ actor, body: { version, ...settings } }) => {
      checkPrices(settings, context);
      const by = { actorId: actor.id, version, now: clock.now() };
      return toCampus(await change((tx) => changeStoredCampus(tx, { settings }, by)));
    },
    'PUT /api/admin/campus/icon': async ({ actor, body: { png, version } }) => {
      const icon = png === null ? null : await toStoredIcon(png);
      const by = { actorId: actor.id, version, now: clock.now() };
      return toCampus(await change((tx) => changeStoredCampus(tx, { icon }, by)));
    },
  });
  mountCampusIcons(context, opened.iconVersion);
  return { look: { name: current.name, color: current.color, iconVersion: opened.iconVersion } };
}

/** Throws 'price-not-payable'. */
function checkPrices({ prices }: CampusSettings, { market }: ServerContext): void {
  const { code } = market.currency;
  if (!Object.values(prices).every((price) => isPayable(price, code)))
    throw campusProblem('price-not-payable');
}
