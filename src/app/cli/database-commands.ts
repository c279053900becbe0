import { parseArgs } from 'node:util';
import { deletePasskeysOfEmail } from '#features/accounts/server/identity/passkeys/own-passkeys.ts';
import { recordAdminAction } from '#features/audit/server/public.ts';
import { describeNotifications } from '#features/notifications/server/describe-notifications.ts';
import type { Database } from '#platform/server/database/database.ts';
import { FIRST_MARKET } from '#platform/server/markets/market-identity.ts';
import { systemClock } from '#platform/shared/clock.ts';
import { readConfig, type Config } from '../server/config.ts';
import { readMarketConfig, type Variables } from '../server/edge/market-config.ts';
import { runGrant, runRevoke } from './grant-roles.ts';
import { requireDirectory, withDeployment } from './markets/deployment.ts';
import { withMarketDatabase } from './markets/market-resources.ts';
import { readEntry, requireMarket } from './markets/market-rows.ts';
import { runMovePhotosCommand } from './move-photos.ts';
import { openConfiguredDatabase, requireTables } from './open-configured-database.ts';
import { runUnbanCommand } from './unban-email.ts';

export const DATABASE_USAGE = `grant EMAIL [ROLE]     Gives a role of the team to the user with this email, who must have signed up first:
                         moderator, course-editor or admin (the default).
  revoke EMAIL ROLE      Takes the role away. The last admin keeps it.
  delete-passkeys EMAIL  Deletes a user's passkeys, so that the password is enough again.
  unban EMAIL            Lets a banned email sign up again.
  notifications EMAIL    Says why a user gets pushes and emails, or not.
                         With several campuses these are of the first one; of another: --market NAME.
  move-photos s3|disk    Copies the photos to the configured bucket, or back to DATA_DIR.`;

type Answer = { text: string; done: boolean };

type Command = (
  database: Database,
  argument: string,
  config: Config,
  more: readonly string[],
) => Promise<Answer>;

const unban: Command = (database, email, config) =>
  runUnbanCommand(database, email, config, systemClock.now());

/** Deletes the passkeys of an administrator who has lost the device. The password is enough again. */
const deletePasskeys: Command = async (database, email) => {
  const done = await database.transaction(async (tx) => {
    const hadSome = await deletePasskeysOfEmail(tx, email);
    if (hadSome)
      await recordAdminAction(tx, { actorId: null, action: 'passkeys-deleted', now: systemClock.now() });
    return hadSome;
  });
  return {
    text: done ? `The passkeys of ${email} are deleted.` : `No user with the email ${email} has passkeys.`,
    done,
  };
};

const commands: Record<string, Command> = {
  grant: (database, email, _config, [role]) => runGrant(database, email, role),
  revoke: (database, email, { adminEmails }, [role]) => runRevoke(database, email, role, adminEmails),
  'delete-passkeys': deletePasskeys,
  unban,
  async notifications(database, email) {
    const text = await describeNotifications(database, email);
    return { text: text ?? `No user has the email ${email}.`, done: text !== null };
  },
  'move-photos': runMovePhotosCommand,
  /** The name of earlier versions. */
  unbar: unban,
};

/** Runs one of the commands on the database of a market. Null if `args` are not those of one. */
export async function runDatabaseCommand(
  args: string[],
  variables: Variables,
  options: Parameters<typeof withDeployment>[2] = {},
): Promise<Answer | null> {
  const given = readArguments(args);
  if (given === null) return null;
  const { name, command, argument, more, market } = given;
  const config = readConfig(variables);
  if (market === undefined) {
    const database = await openConfiguredDatabase(config);
    try {
      await requireTables(database, config);
      return await command(database, argument, config, more);
    } finally {
      await database.close();
    }
  }
  if (name === 'move-photos')
    return { text: 'move-photos has no --market: it copies those of all.', done: false };
  return withDeployment(
    config,
    async (deployment) => {
      await requireDirectory(deployment);
      const entry = await readEntry(deployment, (await requireMarket(deployment, market)).number);
      const own = readMarketConfig(entry, variables, config);
      const secretKey = entry.number === FIRST_MARKET ? config.secretKey : entry.settings['SECRET_KEY'];
      return withMarketDatabase(deployment, entry.number, (database) =>
        command(database, argument, { ...own, secretKey }, more),
      );
    },
    options,
  );
}

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { market: { type: 'string' } },
      allowPositionals: true,
    });
    const [name, argument, ...more] = positionals;
    const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (name === undefined || command === undefined || argument === undefined) return null;
    return { name, command, argument, more, market: values.market };
  } catch {
    return null;
  }
}
