import { deletePasskeysOfEmail } from '#features/accounts/server/identity/passkeys/own-passkeys.ts';
import { recordAdminAction } from '#features/audit/server/public.ts';
import { describeNotifications } from '#features/notifications/server/describe-notifications.ts';
import type { Database } from '#platform/server/database/database.ts';
import { systemClock } from '#platform/shared/clock.ts';
import { readConfig, type Config } from '../server/config.ts';
import { runGrant, runRevoke } from './grant-roles.ts';
import { runMovePhotosCommand } from './move-photos.ts';
import { DOCTOR_USAGE, runDoctor } from './doctor/run-doctor.ts';
import { openConfiguredDatabase } from './open-configured-database.ts';
import { MARKETS_USAGE, runMarkets } from './markets/run-markets.ts';
import { OPERATOR_USAGE, runOperator } from './operator/run-operator.ts';
import { runCommand } from './run-command.ts';
import { runUnbanCommand } from './unban-email.ts';

const USAGE = `Usage: npm run admin -- COMMAND ARGUMENT
  grant EMAIL [ROLE]     Gives a role of the team to the user with this email, who must have signed up first:
                         moderator, course-editor or admin (the default).
  revoke EMAIL ROLE      Takes the role away. The last admin keeps it.
  delete-passkeys EMAIL  Deletes a user's passkeys, so that the password is enough again.
  unban EMAIL            Lets a banned email sign up again.
  notifications EMAIL    Says why a user gets pushes and emails, or not.
  move-photos s3|disk    Copies the photos to the configured bucket, or back to DATA_DIR.
  ${DOCTOR_USAGE}
  ${OPERATOR_USAGE}
  ${MARKETS_USAGE}`;

type Command = (
  database: Database,
  argument: string,
  config: Config,
  more: readonly string[],
) => Promise<{ text: string; done: boolean }>;

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

/** Opens the database itself: that it cannot be opened is one of its findings. */
async function doctor(args: string[]): Promise<number> {
  const { text, exitCode } = await runDoctor(args, process.env);
  console.log(text);
  return exitCode;
}

async function run([name, argument, ...more]: string[]): Promise<number> {
  if (name === 'doctor') return doctor([argument ?? [], more].flat());
  if (name === 'markets') return runMarkets([argument ?? [], more].flat(), process.env);
  if (name === 'operator') return runOperator([argument ?? [], more].flat(), process.env);
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined || argument === undefined) {
    console.error(USAGE);
    return 2;
  }
  const config = readConfig(process.env);
  const database = await openConfiguredDatabase(config);
  try {
    const { rows } = await database.pool.query<{ users: string | null }>(
      "SELECT to_regclass('users') AS users",
    );
    if (rows[0]?.users == null) {
      console.error('This database is empty. Start BookSwap once, then try again.');
      return 1;
    }
    const { text, done } = await command(database, argument, config, more);
    console.log(text);
    return done ? 0 : 1;
  } finally {
    await database.close();
  }
}

await runCommand(run);
