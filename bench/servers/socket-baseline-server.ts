/**
 * The reference for sockets and messages: the library `ws` and one INSERT for each message, nothing else. A
 * client's first message names its group, as `token`; what one of the group sends reaches all of it.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { type WebSocket, WebSocketServer } from 'ws';
import { handleParentMessages, sendToParent } from './process-channel.ts';

export type SocketBaselineSettings = {
  /** Without a database it only answers the first message. */
  databaseUrl?: string;
};

type Sent = { token: string } & Record<'conversationId' | 'content' | 'clientMessageId', string>;

const { databaseUrl } = JSON.parse(process.argv[2]!) as SocketBaselineSettings;
const pool = databaseUrl === undefined ? null : new pg.Pool({ connectionString: databaseUrl, max: 8 });
await pool?.query(
  'CREATE TABLE IF NOT EXISTS bench_messages (seq bigserial PRIMARY KEY, conversation text, content text, client_id text UNIQUE)',
);
const insert = {
  name: 'insert',
  text: 'INSERT INTO bench_messages (conversation, content, client_id) VALUES ($1, $2, $3) RETURNING seq',
};
const groups = new Map<string, Set<WebSocket>>();

async function pass(group: ReadonlySet<WebSocket>, sent: Sent): Promise<void> {
  const { conversationId, content, clientMessageId } = sent;
  const { rows } = await pool!.query<{ seq: string }>({
    ...insert,
    values: [conversationId, content, clientMessageId],
  });
  const message = { conversationId, content, clientMessageId, seq: Number(rows[0]!.seq) };
  const text = JSON.stringify({ type: 'new_message', message });
  for (const socket of group) socket.send(text);
}

const server = createServer((_request, response) => response.end('ok'));
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on('connection', (socket) => {
  socket.once('message', (first) => {
    const { token } = JSON.parse(String(first)) as Sent;
    const group = groups.get(token) ?? new Set();
    groups.set(token, group.add(socket));
    socket.on('message', (data) => void pass(group, JSON.parse(String(data)) as Sent));
    socket.on('close', () => group.delete(socket));
    socket.send(JSON.stringify({ type: 'auth_success' }));
  });
});
server.listen(0, '127.0.0.1', () => {
  sendToParent({ ready: { port: (server.address() as AddressInfo).port } });
});
handleParentMessages(async () => {
  for (const socket of sockets.clients) socket.terminate();
  server.close();
  await pool?.end();
});
