import type { ServerContext } from '#platform/server/server-context.ts';
import { hasRole, type StaffRole } from '#platform/shared/team/staff-roles.ts';
import type { ServerMessage } from '../contract.ts';

/** A member of the team; `sessionIds`: those that have the roles, null for all sessions. */
type StaffConnection = {
  userId: string;
  roles: readonly StaffRole[];
  sessionIds: ReadonlySet<string> | null;
};

/** Reads the members of the team. */
export type FindStaff = () => Promise<StaffConnection[]>;

type Options = Pick<ServerContext, 'log'> & {
  isAnyone: () => boolean;
  findStaff: FindStaff;
  send: (to: StaffConnection, message: ServerMessage) => void;
};

/**
 * Sends messages to the open connections of a role. Roles are read when a message is sent, so a connection has those
 * of the moment; messages that arrive during a read share the next one.
 */
export function createStaffSender({ log, isAnyone, findStaff, send }: Options) {
  let waiting: { role: StaffRole; message: ServerMessage }[] = [];
  let isRunning = false;

  const sendBatch = async (batch: typeof waiting) => {
    if (!isAnyone()) return;
    const staff = await findStaff();
    for (const { role, message } of batch)
      for (const member of staff) if (hasRole(member, role)) send(member, message);
  };
  const run = async () => {
    isRunning = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await sendBatch(batch).catch((error: unknown) =>
        log.warn({ err: error, messages: batch.length }, 'messages to the team were not sent'),
      );
    }
    isRunning = false;
  };
  return (role: StaffRole, message: ServerMessage): void => {
    waiting.push({ role, message });
    if (!isRunning) void run();
  };
}
