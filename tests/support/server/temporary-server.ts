/**
 * Servers from the installed packages, for tests: each in a temporary directory; they end with the process
 * that started them.
 */
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type GuardedProcess,
  type GuardedProcessOptions,
  startGuardedProcess,
} from '#packages/embedded-postgresql/guarded-process.ts';
import { findAccount, type ServerAccount } from '#packages/embedded-postgresql/server-account.ts';
import { memoryDirectory } from './memory-directory.ts';

/** The server's directory, and the account it runs under. */
export type ServerHome = { directory: string; account: ServerAccount | undefined };

/** A private temporary directory; as root it belongs to the first of these accounts that exists. */
export async function createServerHome(prefix: string, accountNames: readonly string[]): Promise<ServerHome> {
  const account = process.getuid?.() === 0 ? findAccount(accountNames) : undefined;
  const directory = await mkdtemp(join(memoryDirectory(), prefix));
  if (account) await chown(directory, account.uid, account.gid);
  return { directory, account };
}

type TemporaryServer = GuardedProcess & {
  /** Its standard error so far. */
  output(): string;
};

/** Starts a server in its directory, which is deleted when the server ends. */
export function startTemporaryServer(
  { directory, account }: ServerHome,
  options: Pick<GuardedProcessOptions, 'command' | 'args' | 'stopSignal'>,
): TemporaryServer {
  let output = '';
  const server = startGuardedProcess({
    ...options,
    cwd: directory,
    account,
    stopTimeoutMs: 20_000,
    temporaryDirectory: directory,
    isBackground: true,
    onOutput: (chunk) => (output += chunk),
  });
  return {
    pid: server.pid,
    ended: server.ended,
    get hasEnded() {
      return server.hasEnded;
    },
    output: () => output,
    async stop() {
      await server.stop();
      // The guard may not delete it: as root, the parent directory may belong to root.
      await rm(directory, { recursive: true, force: true });
    },
  };
}
