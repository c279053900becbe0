import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { findIsbn } from '#features/books/isbn.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { LOST, SHARE_PATH, SHARED_PARAM, shareFields } from '#platform/shared/share-target.ts';

/** A text, and the start of a photo. */
const READ_BYTES = 16 * 1024;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Answers what a phone shares before the installed product has its service worker, which takes it otherwise. An ISBN
 * arrives in the form; of a photo the form says that it must be chosen there. Nothing is stored.
 */
export function mountShareTarget({ http }: ServerContext): void {
  void http.register(async (share) => {
    share.addContentTypeParser('multipart/form-data', (_request: FastifyRequest, body: IncomingMessage) =>
      readStart(body),
    );
    share.post(SHARE_PATH, { config: { auth: 'public' } }, ({ body }, reply) => {
      const text = typeof body === 'string' ? body : '';
      const isPhoto = text.includes(`name="${shareFields.photos}"; filename="`) && !isNoFile(text);
      const shared = isPhoto ? LOST : (findIsbn(withoutHeads(text)) ?? '0');
      return reply
        .header('cache-control', 'no-store')
        .redirect(`/add-listing?${SHARED_PARAM}=${shared}`, 303);
    });
  });
}

/** A form without a file has an empty one. */
const isNoFile = (text: string): boolean => text.includes(`name="${shareFields.photos}"; filename=""`);

/** The values of a form, without what divides them: their digits are no ISBN. */
const withoutHeads = (text: string): string => text.replace(/^--.*$|^content-[\w-]+:.*$/gim, '');

/** Reads all of it, so that the browser gets an answer, and keeps the start. */
async function readStart(body: IncomingMessage): Promise<string> {
  let start = '';
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw commonProblem('body-too-large');
    if (start.length < READ_BYTES) start += chunk.subarray(0, READ_BYTES).toString('latin1');
  }
  return start;
}
