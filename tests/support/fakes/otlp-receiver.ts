import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

type Value = { stringValue?: string; intValue?: number; boolValue?: boolean };
type Attribute = { key: string; value: Value };
type Span = {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  attributes: Record<string, unknown>;
  resource: Record<string, unknown>;
};

type Export = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<Span, 'attributes' | 'resource'> & { attributes: Attribute[] })[] }[];
  }[];
};

const toRecord = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** Receives traces as OTLP in JSON over HTTP, at `/v1/traces`. */
export async function startOtlpReceiver() {
  const spans: Span[] = [];
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      if (request.url !== '/v1/traces') return response.writeHead(404).end();
      const body = bytes.toString();
      bodies.push(body);
      for (const { resource, scopeSpans } of (JSON.parse(body) as Export).resourceSpans)
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({
            ...span,
            attributes: toRecord(span.attributes),
            resource: toRecord(resource.attributes),
          });
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    /** All that was received, as text. */
    text: () => bodies.join('\n'),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
