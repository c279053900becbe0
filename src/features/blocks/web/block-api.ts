import { createApiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { BlockEndpoints } from '../contract.ts';

export const blockApi = (transport: Transport) => createApiClient<BlockEndpoints>(transport);
