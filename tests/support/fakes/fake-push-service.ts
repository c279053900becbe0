import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, jwtVerify } from 'jose';
import type { PushPayload } from '#features/notifications/contract.ts';

/** The browser's side of a subscription. */
export class TestDevice {
  readonly endpoint: string;
  readonly #keys: ECDH = createECDH('prime256v1');
  readonly #auth = randomBytes(16);
  /** The decrypted payload. */
  readonly received: PushPayload[] = [];
  readonly topics: (string | undefined)[] = [];
  /** The status of the next response, instead of 201; 0: the connection ends without a response. */
  answers: number[] = [];

  constructor(origin: string) {
    this.#keys.generateKeys();
    this.endpoint = `${origin}/push/${randomBytes(12).toString('base64url')}`;
  }

  get subscription() {
    const keys = { p256dh: this.#keys.getPublicKey('base64url'), auth: this.#auth.toString('base64url') };
    return { endpoint: this.endpoint, expirationTime: null, keys };
  }

  /**
   * The receiver's side of RFC 8291 and 8188. Throws if the payload was not encrypted for this subscription.
   */
  decrypt(body: Buffer): PushPayload {
    const [salt, keyLength] = [body.subarray(0, 16), body[20]!];
    const sender = body.subarray(21, 21 + keyLength);
    const sealed = body.subarray(21 + keyLength);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#keys.getPublicKey(), sender]);
    const shared = hkdfSync('sha256', this.#keys.computeSecret(sender), this.#auth, info, 32);
    const derive = (what: string, length: number) =>
      Buffer.from(hkdfSync('sha256', Buffer.from(shared), salt, `Content-Encoding: ${what}\0`, length));
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    decipher.setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString()) as PushPayload;
  }
}

/** A push service on this machine. Requires a valid VAPID token, and responds as configured. */
export class FakePushService {
  /** As the product knows it. */
  readonly origin: string;
  readonly address: string;
  readonly #server: Server;
  readonly #devices = new Map<string, TestDevice>();
  /** For each request, the reason for its refusal, or its payload. */
  readonly log: string[] = [];

  private constructor(server: Server, origin?: string) {
    this.#server = server;
    this.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.origin = origin ?? this.address;
  }

  /** `origin`: of a real service, whose requests are sent to this one. */
  static async start(origin?: string): Promise<FakePushService> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const service = new FakePushService(server, origin);
    server.on('request', (request, response) => {
      void service.#receive(request).then(
        (status) => {
          if (status === 0) return request.socket.destroy();
          return response
            .writeHead(status, status === 302 ? { location: `${service.origin}/elsewhere` } : {})
            .end();
        },
        (error: unknown) => {
          service.log.push(String(error));
          response.writeHead(403).end();
        },
      );
    });
    return service;
  }

  device(): TestDevice {
    const device = new TestDevice(this.origin);
    this.#devices.set(device.endpoint, device);
    return device;
  }

  async #receive(request: IncomingMessage): Promise<number> {
    const device = this.#devices.get(this.origin + request.url);
    this.log.push(request.url ?? '');
    if (device === undefined) return 404;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    await this.#check(request.headers);
    const payload = device.decrypt(Buffer.concat(chunks));
    const status = device.answers.shift() ?? 201;
    if (status === 201) {
      device.received.push(payload);
      device.topics.push(request.headers['topic'] as string | undefined);
    }
    return status;
  }

  async #check(headers: IncomingMessage['headers']): Promise<void> {
    const [, token, key] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
    if (token === undefined || key === undefined) throw new Error('no VAPID token');
    const point = Buffer.from(key, 'base64url');
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    };
    const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), { audience: this.origin });
    if (!/^(mailto:|https:)/.test(payload.sub ?? '')) throw new Error(`subject ${payload.sub}`);
    if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not encrypted');
    if (!(Number(headers['ttl']) > 0 && Number(headers['ttl']) <= 86_400)) throw new Error('no time to live');
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
