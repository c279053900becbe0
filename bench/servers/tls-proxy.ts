import { createHash, createPublicKey } from 'node:crypto';
import { type IncomingHttpHeaders, request } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { connect } from 'node:net';
import { createSelfSignedCertificate } from '#tests/support/fakes/self-signed-certificate.ts';

/** A response that has passed; `bytes` of its body, as encoded. The request says its `destination`: `Sec-Fetch-Dest`. */
export type PassedResponse = {
  path: string;
  destination: string;
  type: string;
  encoding: string;
  bytes: number;
  at: number;
};

/** `publicKeyHash` is that of the certificate: SHA-256, in base64. */
export type TlsProxy = AsyncDisposable & { passed: PassedResponse[]; publicKeyHash: string };

/** Headers that belong to a connection of HTTP/1.1, and those of HTTP/2 that are no headers of the request. */
const isOfConnection = (name: string) =>
  /^:|^(connection|keep-alive|transfer-encoding|upgrade|host)$/.test(name);

const withoutConnection = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !isOfConnection(name)));

/**
 * HTTP/2 over TLS in front of a server on `target`, as a real installation has it: browsers accept brotli over TLS only.
 * The certificate is not trusted.
 */
export async function startTlsProxy(port: number, target: number): Promise<TlsProxy> {
  const passed: PassedResponse[] = [];
  const host = `127.0.0.1:${port}`;
  const pass = (incoming: Http2ServerRequest, outgoing: Http2ServerResponse) => {
    const { method, url: path } = incoming;
    const headers = { ...withoutConnection(incoming.headers), host, 'x-forwarded-proto': 'https' };
    const onward = request({ port: target, host: '127.0.0.1', method, path, headers }, (answer) => {
      const entry = {
        path,
        destination: incoming.headers['sec-fetch-dest'] ?? '',
        type: answer.headers['content-type'] ?? '',
        encoding: answer.headers['content-encoding'] ?? '',
        bytes: 0,
        at: performance.now(),
      };
      passed.push(entry);
      outgoing.writeHead(answer.statusCode!, withoutConnection(answer.headers));
      answer.on('data', (part: Buffer) => (entry.bytes += part.length));
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.stream.close());
    incoming.pipe(onward);
  };
  const certificate = createSelfSignedCertificate('127.0.0.1', new Date('2100-01-01'));
  const server = createSecureServer({ ...certificate, allowHTTP1: true }, pass);
  // Browsers open sockets over HTTP/1.1.
  server.on('upgrade', (incoming, socket) => {
    const onward = connect(target, '127.0.0.1');
    const lines = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${String(value)}`);
    onward.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    socket.pipe(onward).pipe(socket);
    for (const one of [socket, onward])
      one.on('error', () => [socket, onward].forEach((end) => end.destroy()));
  });
  const publicKey = createPublicKey(certificate.cert).export({ type: 'spki', format: 'der' });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    passed,
    publicKeyHash: createHash('sha256').update(publicKey).digest('base64'),
    // The browser closes its connections.
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
