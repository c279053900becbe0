import { z } from 'zod';
import { type Endpoint, type EndpointKey, NEAR_HEADER } from '#platform/shared/define-endpoints.ts';
import { ResponseCache } from '#platform/server/http/cache/response-cache.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import type { ServerContext } from '#platform/server/server-context.ts';

type ApiInfo = { title: string; version: string; description: string };

/** Serves the OpenAPI 3.1 document, generated from the schemas that validate. */
export function mountOpenApi({ http, endpoints, clock, services }: ServerContext, info: ApiInfo): void {
  const cache = new ResponseCache({
    budgets: [services.caches],
    clock,
    lifetimeMs: DAY_MS,
    entries: 1,
    byUrl: true,
  });
  http.get('/api/openapi.json', { config: { auth: 'public' } }, (request, reply) =>
    cache.respond(request, reply, '', async () => openApiDocument(endpoints.mounted, info)),
  );
}

type Schema = Record<string, unknown> & { properties?: Record<string, unknown>; required?: string[] };

function openApiDocument(mounted: ReadonlyMap<EndpointKey, { endpoint: Endpoint }>, info: ApiInfo): object {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [key, { endpoint }] of mounted) {
    const [method, path] = key.split(' ') as [string, string];
    const at = path.replace(/:(\w+)/g, '{$1}');
    paths[at] = { ...paths[at], [method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info,
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Problem: problemSchema },
    },
  };
}

function operation(endpoint: Endpoint): object {
  const problem = {
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
  return {
    summary: endpoint.summary,
    ...(endpoint.auth !== 'public' && {
      security: endpoint.auth === 'optional' ? [{}, { bearer: [] }] : [{ bearer: [] }],
    }),
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schema(endpoint.body, 'input') } },
      },
    }),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Success',
        ...(endpoint.paged && {
          headers: {
            Link: { description: 'rel="next": the URL of the next page', schema: { type: 'string' } },
            [NEAR_HEADER]: {
              description: 'Nothing matches all words; these match some',
              schema: { type: 'string' },
            },
          },
        }),
        content: { 'application/json': { schema: schema(endpoint.response, 'output') } },
      },
      '4XX': { description: "The request can't be completed", ...problem },
      '5XX': { description: "The server can't respond now", ...problem },
    },
  };
}

function parameters(part: z.ZodType | undefined, place: 'path' | 'query'): object[] {
  if (part === undefined) return [];
  const { properties = {}, required = [] } = schema(part, 'input');
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: of,
  }));
}

function schema(type: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Schema;
  return rest;
}

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', description: 'Stable; for programs' },
    args: {
      type: 'object',
      description: 'Arguments of detail; an amount of money is { amount }, in minor units',
    },
    detail: { type: 'string', description: 'For users, in the language of the request' },
    requestId: { type: 'string', description: 'Finds the request in the log of the server' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          path: { type: 'string' },
          code: { type: 'string', description: 'Of the message' },
          args: { type: 'object', description: 'Arguments of the message' },
          message: { type: 'string', description: 'For users, in the language of the request' },
        },
      },
    },
  },
};
