/** The reference for open sockets: the library `ws` alone, answering each client's first message. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { handleParentMessages, sendToParent } from './process-channel.ts';

const server = createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on('connection', (socket) => {
  socket.once('message', () => socket.send(JSON.stringify({ type: 'auth_success' })));
});
server.listen(0, '127.0.0.1', () => {
  sendToParent({ ready: { port: (server.address() as AddressInfo).port } });
});
handleParentMessages(async () => {
  for (const socket of sockets.clients) socket.terminate();
  server.close();
});
