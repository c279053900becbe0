import type { Client, ClientBase } from 'pg';

/** SQLSTATE of a write on a server that only reads. */
const READ_ONLY_TRANSACTION = '25006';

/** The connection leads to a replica. `code` is PostgreSQL's own for a write there. */
class ReplicaConnectedError extends Error {
  readonly code = READ_ONLY_TRANSACTION;
  constructor() {
    super('The server is a replica: it does not write, and what it reads may be old');
    this.name = 'ReplicaConnectedError';
  }
}

type Connection = {
  on(
    event: 'parameterStatus',
    listener: (m: { parameterName: string; parameterValue: string }) => void,
  ): void;
  on(event: 'errorMessage', listener: (m: { code?: string }) => void): void;
};

/** Connections to replicas and to servers that refused a write as read-only. */
const onReplica = new WeakSet<object>();

/** Notes what the server says of itself, at the start of the connection and whenever that changes. */
export function watchForReplica(client: Client): void {
  const connection = client.connection as unknown as Connection;
  connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
    if (parameterName !== 'in_hot_standby') return;
    if (parameterValue === 'on') onReplica.add(client);
    else onReplica.delete(client);
  });
  connection.on('errorMessage', ({ code }) => {
    if (code === READ_ONLY_TRANSACTION) onReplica.add(client);
  });
}

/** Rejects a connection to a replica: a proxy may lead to the wrong server for some seconds after a failover. */
export function refuseReplica(client: ClientBase): void {
  if (onReplica.has(client)) throw new ReplicaConnectedError();
}

/** The pool discards a client that ends when it is released, and connects again. */
export function endOnReplica(client: ClientBase & { end?: () => Promise<void> }): void {
  if (onReplica.has(client)) client.end?.().catch(() => undefined);
}
