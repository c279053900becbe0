import type { Client } from 'pg';
import { databaseOf } from '../market-urls.ts';
import { type Cluster, hasDatabase, hasRole, inCluster, inMaintenance } from './cluster.ts';
import { grantUsage } from './grant-usage.ts';
import { actingFor, closeDatabase, putMarketRole } from './roles.ts';
import {
  copyTemplate,
  createEmptyDatabase,
  ensureTemplate,
  TEMPLATE_ROLE,
  type TemplateOptions,
} from './template.ts';

/** Whether the server has a database or a role by the name of the market, perhaps of something else. */
export const isNameTaken = (cluster: Cluster, number: number): Promise<boolean> =>
  inMaintenance(cluster, async (session) => {
    const name = databaseOf(number);
    return (await hasDatabase(session, name)) || (await hasRole(session, name));
  });

/** Creates the role and the database of a market with the tables of this version. Can be repeated at any point. */
export async function provisionMarket(
  cluster: Cluster,
  number: number,
  options: TemplateOptions,
): Promise<void> {
  const template = await ensureTemplate(cluster, options);
  const name = databaseOf(number);
  await inMaintenance(cluster, async (session) => {
    await putMarketRole(session, number, options.root);
    await copyTemplate(session, { template, name, owner: name });
    await closeDatabase(session, name);
  });
  await inCluster(cluster, name, (session) => takeOver(session, name));
  await grantUsage(cluster, name, name);
}

/** A copy keeps the owners of its template. Schemas come first: who takes over a function must be able to create it. */
const takeOver = (session: Client, role: string): Promise<void> =>
  actingFor(session, TEMPLATE_ROLE, () =>
    actingFor(session, role, async () => {
      const { rows } = await session.query<{ schema: string }>(
        'SELECT quote_ident(nspname) AS schema FROM pg_namespace WHERE nspowner = $1::regrole',
        [TEMPLATE_ROLE],
      );
      for (const { schema } of rows) await session.query(`ALTER SCHEMA ${schema} OWNER TO ${role}`);
      await session.query(`REASSIGN OWNED BY ${TEMPLATE_ROLE} TO ${role}`);
    }),
  );

/** The role, and a database without tables in place of any earlier one. */
export async function provisionEmptyMarket(cluster: Cluster, number: number, root: string): Promise<void> {
  const name = databaseOf(number);
  await inMaintenance(cluster, async (session) => {
    await putMarketRole(session, number, root);
    await dropDatabase(session, name);
    await createEmptyDatabase(session, name, name);
    await closeDatabase(session, name);
  });
  await grantUsage(cluster, name, name);
}

const dropDatabase = (session: Client, name: string): Promise<unknown> =>
  session.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);

/** Drops the database and the role of a market, as far as they are there. */
export async function removeMarket(cluster: Cluster, number: number): Promise<void> {
  const name = databaseOf(number);
  await inMaintenance(cluster, async (session) => {
    if (!(await hasRole(session, name))) return;
    await actingFor(session, name, () => dropDatabase(session, name));
    await session.query(`DROP ROLE ${name}`);
  });
}
