import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ImageEncoder } from '#platform/server/images/reencode-image.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { readFreeBytes } from '#platform/server/storage/disk-space.ts';
import { photoProblem, photoEndpoints, type StoredPhoto } from '../contract.ts';
import { photoLimits, type MinUploadRate, minUploadRate, photoTimes } from '../rules.ts';
import { photoUrl } from '../stored-photo.ts';
import { createDiskCheck } from './check-disk.ts';
import { openUploadFolder, withUploadedFile } from './receive-upload.ts';
import { DELETE_PHOTOS_QUEUE } from './detach-photos.ts';
import { createSeedPhoto, type SeedPhoto } from './seed-photo.ts';
import { servePhoto } from './serve-photo.ts';
import { signUploadUrl, startUpload, verifyUploadUrl } from './start-upload.ts';
import { checkPending, storePhoto } from './store-photo.ts';
import { deleteUnattachedPhotos } from './delete-unattached-photos.ts';

export type PhotosOptions = {
  pictures?: ImageEncoder;
  pace?: MinUploadRate;
  freeBytes?: () => Promise<number>;
};

export type Photos = { seedPhoto: SeedPhoto };

/** Mounts the endpoints of uploads and photos, and schedules the cleanup. */
export async function mountPhotos(context: ServerContext, parts: PhotosOptions = {}): Promise<Photos> {
  const { http, endpoints, database, clock, secrets, storage, jobs, log, dataDir, publicUrl } = context;
  const pictures = parts.pictures ?? context.services.images;
  const inbox = await openUploadFolder(join(dataDir, 'incoming'));
  const checkDisk = createDiskCheck(log, parts.freeBytes ?? (() => readFreeBytes(dataDir)));
  const receive = createReceiver({
    ...context,
    pictures,
    inbox,
    checkDisk,
    pace: parts.pace ?? minUploadRate,
  });

  endpoints.mount(photoEndpoints, {
    'POST /api/objects/upload': async ({ actor }) => {
      await checkDisk();
      const now = clock.now();
      const id = await startUpload(database, actor.id, now);
      const { path, expiresAt } = signUploadUrl(secrets, id, now);
      return {
        uploadURL: `${publicUrl}${path}`,
        url: photoUrl(id),
        maxBytes: photoLimits.bytes,
        expiresAt: expiresAt.toISOString(),
      };
    },
  });
  await http.register(async (scope) => {
    // The signed address authorizes the upload. Any content type is accepted, because the content decides.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    scope.route({
      method: 'PUT',
      url: '/objects/upload/:id',
      config: { auth: 'public' },
      handlerTimeout: photoTimes.receiveTimeoutMs + 60_000,
      handler: receive,
    });
  });
  http.route({
    method: 'GET',
    url: '/objects/uploads/:file',
    config: { auth: 'public' },
    handler: (request, reply) => servePhoto(context, request, reply),
  });
  const purge = async () => {
    const deleted = await deleteUnattachedPhotos(database, storage, clock.now());
    if (deleted > 0) log.info({ deleted }, 'unattached photos were deleted');
  };
  await jobs.schedule('delete-unattached-photos', '*/10 * * * *', purge);
  await jobs.handle(DELETE_PHOTOS_QUEUE, purge);
  return { seedPhoto: createSeedPhoto(database, storage) };
}

type ReceiverContext = ServerContext & {
  pictures: ImageEncoder;
  inbox: string;
  checkDisk: () => Promise<void>;
  pace: MinUploadRate;
};

function createReceiver(parts: ReceiverContext) {
  const { database, clock, secrets, services, inbox, checkDisk, pace } = parts;
  const arriving = new Set<string>();
  const owners = new Map<string, number>();

  return async (request: FastifyRequest, reply: FastifyReply): Promise<StoredPhoto> => {
    const { id } = request.params as { id: string };
    const { expires, signature } = request.query as { expires?: unknown; signature?: unknown };
    const now = clock.now();
    verifyUploadUrl(secrets, { id, expires, signature }, now);
    if (Number(request.headers['content-length'] ?? 0) > photoLimits.bytes)
      throw photoProblem('photo-too-large');
    if (arriving.has(id)) throw photoProblem('photo-upload-in-progress', { retryAfter: 2 });
    const leave = services.uploads.enter();
    if (leave === null) throw photoProblem('image-processing-busy', { retryAfter: 10 });
    arriving.add(id);
    let arrived = () => {};
    try {
      await checkDisk();
      arrived = trackUpload(owners, await checkPending(database, id, now));
      const body = request.body as Readable | undefined;
      if (body === undefined) throw photoProblem('image-type-unsupported');
      const disconnected = abortOnDisconnect(reply);
      const stored = await withUploadedFile(inbox, body, pace, (path) => {
        arrived();
        return storePhoto(parts, id, path, disconnected);
      });
      void reply.header('cache-control', 'no-store');
      return stored;
    } catch (error) {
      // The connection closes, instead of waiting for the rest of the body.
      if (!request.raw.complete) void reply.header('connection', 'close');
      throw error;
    } finally {
      arriving.delete(id);
      leave();
      arrived();
    }
  };
}

/** The returned function ends it and may be called twice. Throws 'too-many-uploads'. */
function trackUpload(owners: Map<string, number>, owner: string): () => void {
  const count = owners.get(owner) ?? 0;
  if (count >= photoLimits.arriving) throw photoProblem('too-many-uploads', { retryAfter: 10 });
  owners.set(owner, count + 1);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    const left = (owners.get(owner) ?? 1) - 1;
    if (left === 0) owners.delete(owner);
    else owners.set(owner, left);
  };
}

/** Aborted when the connection closes before the response is complete. */
function abortOnDisconnect(reply: FastifyReply): AbortSignal {
  const disconnected = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) disconnected.abort(photoProblem('upload-incomplete'));
  });
  return disconnected.signal;
}
