import { symmetricDecrypt } from 'better-auth/crypto';
import { importJWK, SignJWT, type JWK } from 'jose';
import type { ServerContext } from '#platform/server/server-context.ts';
import { identityJwks } from '#features/accounts/server/table.ts';

/** For tests: a token with these claims and the signature of the embedded issuer. */
export async function signTestToken(
  { database, secrets }: Pick<ServerContext, 'database' | 'secrets'>,
  claims: Record<string, unknown>,
): Promise<string> {
  const [key] = await database.orm.select().from(identityJwks);
  const data = JSON.parse(key!.privateKey) as string;
  const jwk = JSON.parse(await symmetricDecrypt({ key: secrets.derive('identity'), data })) as JWK;
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'EdDSA', kid: key!.id })
    .sign(await importJWK(jwk, 'EdDSA'));
}
