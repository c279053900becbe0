import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: Buffer) => data.toString('base64url');

/** Of the authenticator data: the user is present, and verified; a credential is attached. */
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const CREDENTIAL_ATTACHED = 0x40;

/** A device that makes and uses one passkey (ES256, without attestation), for tests without a browser. */
export class SoftPasskey {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #id = randomBytes(32);
  readonly #origin: string;
  readonly #verifiesUser: boolean;
  #counter = 0;

  constructor(origin: string, { verifiesUser = true }: { verifiesUser?: boolean } = {}) {
    this.#origin = origin;
    this.#verifiesUser = verifiesUser;
  }

  /** The response to the options of a registration. */
  create({ challenge }: { challenge: string }) {
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' });
    const point = (value: string) =>
      Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(value, 'base64url')]);
    // A COSE key: {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
    const key = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      point(x!),
      Buffer.from([0x22]),
      point(y!),
    ]);
    const length = Buffer.from([0, this.#id.length]);
    const data = this.#data(CREDENTIAL_ATTACHED, Buffer.concat([Buffer.alloc(16), length, this.#id, key]));
    // {"fmt": "none", "attStmt": {}, "authData": bytes}.
    const attestation = Buffer.concat([
      Buffer.from([0xa3, 0x63]),
      Buffer.from('fmt'),
      Buffer.from([0x64]),
      Buffer.from('none'),
      Buffer.from([0x67]),
      Buffer.from('attStmt'),
      Buffer.from([0xa0, 0x68]),
      Buffer.from('authData'),
      Buffer.from([0x58, data.length]),
      data,
    ]);
    return this.#credential({
      clientDataJSON: base64url(this.#clientData('webauthn.create', challenge)),
      attestationObject: base64url(attestation),
      transports: ['internal'],
    });
  }

  /** The response to the options of an authentication. */
  get({ challenge }: { challenge: string }) {
    this.#counter += 1;
    const data = this.#data(0);
    const client = this.#clientData('webauthn.get', challenge);
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(client)]))
      .sign(this.#keys.privateKey);
    return this.#credential({
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(signature),
    });
  }

  #credential<R>(response: R) {
    const id = base64url(this.#id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }

  #data(flags: number, attached = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    const all = USER_PRESENT | (this.#verifiesUser ? USER_VERIFIED : 0) | flags;
    const host = sha256(new URL(this.#origin).hostname);
    return Buffer.concat([host, Buffer.from([all]), counter, attached]);
  }
}
