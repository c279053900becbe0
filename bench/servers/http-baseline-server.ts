/** The reference for cached responses: plain node:http, sending the same bytes and headers as the product. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { handleParentMessages, sendToParent } from './process-channel.ts';

type BaselineResponse = { status: number; headers: [string, string][]; body: string };
/** By URL; bodies in base64. */
export type BaselineResponses = Record<string, BaselineResponse>;
/** `file`: `BaselineResponses` as JSON. An argument would be too short for a part of the sitemap. */
export type BaselineServerSettings = { file: string };

const { file } = JSON.parse(process.argv[2]!) as BaselineServerSettings;
const responses = JSON.parse(readFileSync(file, 'utf8')) as BaselineResponses;
const answers = new Map(
  Object.entries(responses).map(([path, { status, headers, body }]) => [
    path,
    { status, headers: headers.flat(), body: Buffer.from(body, 'base64') },
  ]),
);
const server = createServer((request, response) => {
  const answer = answers.get(request.url!);
  if (answer === undefined) response.writeHead(404).end();
  else response.writeHead(answer.status, answer.headers).end(answer.body);
});
server.listen(0, '127.0.0.1', () => {
  sendToParent({ ready: { port: (server.address() as AddressInfo).port } });
});
handleParentMessages(async () => {
  server.closeAllConnections();
  server.close();
});
