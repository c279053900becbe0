import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';

const ISSUER_URL = 'https://bench.example';
const AUDIENCE = 'bookswap-bench';
const KEY_ID = 'bench';

/**
 * An identity provider of this run, so that hundreds of users need not sign up. Its key is discarded when the
 * run ends.
 */
export class BenchIssuer {
  readonly publicPart: { name: string; audience: string; key: JWK };
  readonly #key: CryptoKey;

  private constructor(key: CryptoKey, publicKey: JWK) {
    this.#key = key;
    this.publicPart = {
      name: ISSUER_URL,
      audience: AUDIENCE,
      key: { ...publicKey, kid: KEY_ID, alg: 'EdDSA' },
    };
  }

  static async create(): Promise<BenchIssuer> {
    const { publicKey, privateKey } = await generateKeyPair('EdDSA');
    return new BenchIssuer(privateKey, await exportJWK(publicKey));
  }

  token(subject: string): Promise<string> {
    return new SignJWT({ email: `${subject}@northfield.example`, email_verified: true, name: subject })
      .setProtectedHeader({ alg: 'EdDSA', kid: KEY_ID })
      .setIssuer(ISSUER_URL)
      .setAudience(AUDIENCE)
      .setSubject(subject)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(this.#key);
  }
}
