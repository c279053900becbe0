import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, request, RetryAgent, type Dispatcher } from 'undici';
import {
  checkStorageKey,
  StorageUnavailableError,
  type ObjectStorage,
  type StoredObject,
} from './object-storage.ts';

export type S3Config = {
  /** The address of the store without the bucket, which becomes the first part of the path. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Where a CDN serves the objects of the bucket; null: nowhere. */
  publicUrl: string | null;
};

type S3Response = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers' | 'body'>;
type Method = 'GET' | 'HEAD' | 'PUT' | 'DELETE';

const CONNECT_TIMEOUT_MS = 2_000;
/** The longest silence of one attempt: until the headers, and between two chunks of a body. */
const SILENCE_TIMEOUT_MS = 5_000;
/** The time of a request with its repetitions, until the headers. */
const RESPONSE_TIMEOUT_MS = 8_000;
const MAX_CONNECTIONS = 64;
const MAX_PARALLEL_REMOVALS = 8;
const MAX_ERROR_TEXT = 300;
const RETRY_STATUS_CODES = [429, 500, 502, 503, 504];

/** A bucket of any store that speaks S3's protocol, with path-style URLs. */
export class S3Storage implements ObjectStorage {
  readonly #config: S3Config;
  readonly #agent: Dispatcher;

  constructor(config: S3Config) {
    this.#config = config;
    this.#agent = createAgent();
  }

  async put(key: string, content: Uint8Array, contentType: string): Promise<void> {
    checkStorageKey(key);
    const response = await this.#send('PUT', key, content, contentType);
    await throwIfFailed(response, 'PUT');
    await response.body.dump();
  }

  async get(key: string): Promise<StoredObject | null> {
    checkStorageKey(key);
    const response = await this.#send('GET', key);
    if (response.statusCode === 404) {
      await response.body.dump();
      return null;
    }
    await throwIfFailed(response, 'GET');
    // Destroying it before its end is an error event, which without a listener ends the process.
    response.body.on('error', () => {});
    return { stream: response.body, size: Number(response.headers['content-length']) };
  }

  async size(key: string): Promise<number | null> {
    checkStorageKey(key);
    const response = await this.#send('HEAD', key);
    if (response.statusCode !== 404) await throwIfFailed(response, 'HEAD');
    await response.body.dump();
    return response.statusCode === 404 ? null : Number(response.headers['content-length']);
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) checkStorageKey(key);
    for (let start = 0; start < keys.length; start += MAX_PARALLEL_REMOVALS)
      await Promise.all(keys.slice(start, start + MAX_PARALLEL_REMOVALS).map((key) => this.#removeOne(key)));
  }

  publicUrl(key: string): string | null {
    const { publicUrl } = this.#config;
    return publicUrl === null ? null : `${publicUrl}/${key}`;
  }

  /** Why the bucket cannot be used, for the operator; null: it can. */
  async check(): Promise<string | null> {
    try {
      const response = await this.#send('HEAD', '');
      await response.body.dump();
      return describeBucket(response.statusCode, this.#config.bucket);
    } catch (error) {
      if (error instanceof StorageUnavailableError) return error.message;
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#agent.close();
  }

  async #removeOne(key: string): Promise<void> {
    const response = await this.#send('DELETE', key);
    if (response.statusCode !== 404) await throwIfFailed(response, 'DELETE');
    await response.body.dump();
  }

  #send(method: Method, key: string, content?: Uint8Array, contentType?: string): Promise<S3Response> {
    return sendSigned(this.#config, this.#agent, { method, key, content, contentType });
  }
}

const createAgent = (): Dispatcher =>
  new RetryAgent(
    new Agent({
      connect: { timeout: CONNECT_TIMEOUT_MS },
      headersTimeout: SILENCE_TIMEOUT_MS,
      bodyTimeout: SILENCE_TIMEOUT_MS,
      connections: MAX_CONNECTIONS,
    }),
    {
      maxRetries: 2,
      minTimeout: 100,
      maxTimeout: 1_000,
      methods: ['GET', 'HEAD', 'PUT', 'DELETE'],
      statusCodes: RETRY_STATUS_CODES,
      throwOnError: false,
    },
  );

/** The store compares the body with the signed hash, so that a damaged upload is refused. */
async function sendSigned(
  { endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Config,
  dispatcher: Dispatcher,
  {
    method,
    key,
    content,
    contentType,
  }: { method: Method; key: string; content?: Uint8Array | undefined; contentType?: string | undefined },
): Promise<S3Response> {
  const signer = new AwsV4Signer({
    method,
    url: `${endpoint}/${bucket}${key === '' ? '' : `/${key}`}`,
    headers: {
      'x-amz-content-sha256': createHash('sha256')
        .update(content ?? '')
        .digest('hex'),
      ...(contentType !== undefined && { 'content-type': contentType }),
    },
    service: 's3',
    region,
    accessKeyId,
    secretAccessKey,
  });
  const { url, headers } = await signer.sign();
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(new Error('no response in time')), RESPONSE_TIMEOUT_MS);
  try {
    return await request(url, {
      method,
      headers: Object.fromEntries(headers),
      ...(content !== undefined && { body: content }),
      signal: timeout.signal,
      dispatcher,
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StorageUnavailableError(`the photo store does not answer: ${reason}`, { cause });
  } finally {
    clearTimeout(timer);
  }
}

async function throwIfFailed({ statusCode, body }: S3Response, method: Method): Promise<void> {
  if (statusCode < 300) return;
  const text = (await body.text()).slice(0, MAX_ERROR_TEXT);
  const message = `the photo store answered ${statusCode} to ${method}: ${text}`;
  throw RETRY_STATUS_CODES.includes(statusCode) ? new StorageUnavailableError(message) : new Error(message);
}

function describeBucket(statusCode: number, bucket: string): string | null {
  if (statusCode < 300) return null;
  if (statusCode === 404) return `the bucket ${bucket} does not exist`;
  if (statusCode === 403)
    return `the bucket ${bucket} refuses the keys: they need s3:ListBucket, s3:GetObject, s3:PutObject and s3:DeleteObject`;
  return `the photo store answered ${statusCode}`;
}
