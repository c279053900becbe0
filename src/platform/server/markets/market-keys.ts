import { FIRST_MARKET } from './market-identity.ts';
import { deriveSecrets } from '../secrets/secrets.ts';

/** Of market 1 the secret of the installation itself; of others one that is derived from it. */
export const rootOfMarket = (root: string, number: number): string =>
  number === FIRST_MARKET ? root : deriveSecrets(root).derive(`market ${number}`);

/** `role`: the number of a market, or the name of a role of the servers. */
export const databasePassword = (root: string, role: number | string): string =>
  deriveSecrets(root).derive(`database password ${role}`);

/** Seals the secrets of a market in the directory. */
export const directoryKey = (root: string, number: number): string =>
  deriveSecrets(root).derive(`directory of market ${number}`);
