import { join } from 'node:path';
import type { Client } from 'pg';
import { openSession } from '#platform/server/database/connection-config.ts';
import type { Database } from '#platform/server/database/database.ts';
import { findRunningDatabaseUrl } from '#platform/server/database/embedded-database.ts';
import { hasControlSchema, migrateControl } from '#platform/server/markets/control/control-schema.ts';
import type { Installation } from '#platform/server/markets/control/read-entries.ts';
import { withParts } from '#platform/server/markets/market-urls.ts';
import type { Cluster } from '#platform/server/markets/provisioning/cluster.ts';
import { systemClock } from '#platform/shared/clock.ts';
import { ConfigError, type Config } from '../../server/config.ts';
import { findProductSecrets } from '../find-product-secrets.ts';
import { openConfiguredDatabase, requireTables } from '../open-configured-database.ts';
import { MarketError } from './market-error.ts';

export const CONTROL_FOLDER = join(import.meta.dirname, '../../../../db/control');
const EMBEDDED_ADMIN = 'postgres';

/** What the commands on markets work with: a session in the directory, and the servers of the cells. */
export type Deployment = {
  config: Config;
  /** The secret of the installation. */
  root: string;
  /** In the database of the schema `control`, as a role that provisions. */
  control: Client;
  controlCluster: Cluster;
  controlDatabase: string;
  /** The server of the installation. */
  main: Cluster;
  installation: Installation;
  isEmbedded: boolean;
  say: (text: string) => void;
  now: () => Date;
  /** Called before and after the work of each step; tests interrupt there. */
  atStep: (name: string, moment: 'before' | 'after') => Promise<void>;
  /** Replaces the network of Stripe's client (tests). */
  stripeFetch?: typeof fetch;
};

type Options = Partial<Pick<Deployment, 'say' | 'now' | 'atStep' | 'stripeFetch'>>;

/** Opens the deployment of this configuration for some work. Throws ConfigError, MarketError. */
export async function withDeployment<T>(
  config: Config,
  work: (deployment: Deployment) => Promise<T>,
  options: Options = {},
): Promise<T> {
  if (config.databaseUrl !== undefined && config.databaseAdminUrl === undefined)
    throw new ConfigError(
      'DATABASE_ADMIN_URL is not set: the address of a role that may create databases and roles on the server of ' +
        'DATABASE_URL. Set it for this command alone.',
    );
  const database = await openConfiguredDatabase(config);
  try {
    const deployment = await describe(config, database, options);
    try {
      return await work(deployment);
    } finally {
      await deployment.control.end().catch(() => undefined);
    }
  } finally {
    await database.close();
  }
}

async function describe(config: Config, database: Database, options: Options): Promise<Deployment> {
  const { root } = await findRoot(database, config);
  const isEmbedded = config.databaseUrl === undefined;
  const main = { adminUrl: adminUrlOf(config, database.url), isEmbedded };
  const controlCluster =
    config.controlDatabaseUrl === undefined
      ? main
      : { adminUrl: asAdmin(config.controlDatabaseUrl, main.adminUrl), isEmbedded: false };
  const controlDatabase = databaseNameOf(config.controlDatabaseUrl ?? database.directUrl);
  return {
    config,
    root,
    control: await openSession(
      withParts(controlCluster.adminUrl, { database: controlDatabase }),
      controlCluster.isEmbedded,
    ),
    controlCluster,
    controlDatabase,
    main,
    installation: { database: addressesOf(config, database), hosts: ownHosts(config) },
    isEmbedded,
    say: options.say ?? ((text) => console.log(text)),
    now: options.now ?? (() => systemClock.now()),
    atStep: options.atStep ?? (async () => {}),
    ...(options.stripeFetch && { stripeFetch: options.stripeFetch }),
  };
}

async function findRoot(database: Database, config: Config): Promise<{ root: string }> {
  await requireTables(database, config);
  const own = await findProductSecrets(database, config);
  if (own === null)
    throw new MarketError(
      'The secret of BookSwap is not known here, or it was not started yet: set SECRET_KEY to the one that it runs with, or start it once.',
    );
  return own;
}

function addressesOf(config: Config, { url }: Database): Installation['database'] {
  const { databaseUrl, databaseDirectUrl, databaseReplicaUrl } = config;
  return {
    url: databaseUrl ?? findRunningDatabaseUrl(config.dataDir) ?? url,
    ...(databaseDirectUrl !== undefined && { directUrl: databaseDirectUrl }),
    ...(databaseReplicaUrl !== undefined && { replicaUrl: databaseReplicaUrl }),
  };
}

/** The superuser of the embedded server, whose socket only its account reaches. */
const adminUrlOf = (config: Config, url: string): string =>
  config.databaseUrl === undefined ? withParts(url, { role: EMBEDDED_ADMIN }) : config.databaseAdminUrl!;

/** The provisioner's role on another server. */
export function asAdmin(address: string, adminUrl: string): string {
  const { username, password } = new URL(adminUrl);
  return withParts(address, { role: decodeURIComponent(username), password: decodeURIComponent(password) });
}

export const databaseNameOf = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1));

/** The names under which an installation alone is reached. */
function ownHosts({ publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>): string[] {
  const names = publicUrl === undefined ? [] : [new URL(publicUrl).hostname.replace(/^\[(.*)\]$/, '$1')];
  const bound = host === '0.0.0.0' || host === '::' ? [] : [host.toLowerCase()];
  return [...new Set([...names, 'localhost', '127.0.0.1', '::1', ...bound])];
}

/** Throws MarketError in an installation of one market. */
export async function requireDirectory({ control, now }: Deployment): Promise<void> {
  if (!(await hasControlSchema(control)))
    throw new MarketError(
      'This installation has one market. Add a second one: npm run admin -- markets create NAME --host HOST',
    );
  await migrateControl(control, CONTROL_FOLDER, now());
}

/** For workers that run together: their statements in the directory wait for each other. */
export function inTurn(deployment: Deployment): Deployment {
  const { control } = deployment;
  const run = control.query.bind(control) as (...args: unknown[]) => Promise<unknown>;
  let last: Promise<unknown> = Promise.resolve();
  const query = (...args: unknown[]) => {
    const result = last.then(() => run(...args));
    last = result.catch(() => undefined);
    return result;
  };
  return { ...deployment, control: Object.assign(Object.create(control) as Client, { query }) };
}
