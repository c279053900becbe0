/** The reference for cached responses: plain node:http, sending the same bytes and headers as the product. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { handleParentMessages, sendToParent } from './process-channel.ts';

type BaselineResponse = { headers: [string, string][]; body: string };
/** Responses by URL; bodies in base64. */
export type BaselineServerSettings = Record<string, BaselineResponse>;

const settings = JSON.parse(process.argv[2]!) as BaselineServerSettings;
const answers = new Map(
  Object.entries(settings).map(([path, { headers, body }]) => [
    path,
    { headers: headers.flat(), body: Buffer.from(body, 'base64') },
  ]),
);
const server = createServer((request, response) => {
  const answer = answers.get(request.url!);
  if (answer === undefined) response.writeHead(404).end();
  else response.writeHead(200, answer.headers).end(answer.body);
});
server.listen(0, '127.0.0.1', () => {
  sendToParent({ ready: { port: (server.address() as AddressInfo).port } });
});
handleParentMessages(async () => {
  server.closeAllConnections();
  server.close();
});
