import { createApiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { PriceEndpoints } from '../contract.ts';

export const priceApi = (transport: Transport) => createApiClient<PriceEndpoints>(transport);
