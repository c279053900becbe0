import { photoProblem } from '../contract.ts';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerContext } from '#platform/server/server-context.ts';
import { methodOf } from '#platform/server/http/served-requests.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { textToken } from '#platform/shared/texts/t.ts';
import { parsePhotoId, photoSizes } from '../stored-photo.ts';
import { bestSize } from './read-photo.ts';
import { photoKey, whileStorageAnswers } from './store-photo.ts';

/** The content of a photo never changes, so browsers need not revalidate. */
const FOREVER = 'public, max-age=31536000, immutable';
/** The address of a CDN may change with the configuration. */
const REDIRECT_CACHING = 'public, max-age=3600';

/**
 * Sends a stored photo in the requested size, or the largest available size below it. With a CDN it redirects
 * there, so that listings keep their addresses when the CDN changes.
 */
export async function servePhoto(
  { database, endpoints, storage, log }: Pick<ServerContext, 'database' | 'endpoints' | 'storage' | 'log'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { file } = request.params as { file: string };
  const id = parsePhotoId(`/objects/uploads/${file}`);
  if (id === null) throw photoProblem('photo-not-found');
  const wanted = wantedSize((request.query as { w?: unknown }).w);
  const size = await endpoints.inTurn(null, request, () => bestSize(database, id, wanted));
  if (size === null) throw photoProblem('photo-not-found');

  // The tag depends on the address only, so that all processes and storages return the same.
  const etag = `"${id}-${size}"`;
  const headers = { 'cache-control': FOREVER, etag, 'content-security-policy': "default-src 'none'" };
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).headers(headers).send();
  const elsewhere = storage.publicUrl(photoKey(id, size));
  if (elsewhere !== null) return reply.header('cache-control', REDIRECT_CACHING).redirect(elsewhere, 302);
  const found = await whileStorageAnswers(() => storage.get(photoKey(id, size)));
  if (found === null) {
    log.error({ photo: id, size }, 'a stored photo has no file');
    throw photoProblem('photo-not-found');
  }
  void reply.headers(headers).type('image/webp').header('content-length', found.size);
  if (methodOf(request) === 'HEAD') {
    found.stream.destroy();
    // An empty string would set the content length to 0.
    return reply.send(Readable.from([]));
  }
  return reply.send(found.stream);
}

function wantedSize(w: unknown): number {
  if (w === undefined) return Math.max(...photoSizes);
  const size = photoSizes.find((one) => String(one) === w);
  if (size === undefined)
    throw commonProblem('invalid-request', {
      text: textToken('photos.problem.invalid-request.width', { sizes: photoSizes.join(', ') }),
    });
  return size;
}
