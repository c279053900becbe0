import { createApiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { ReviewEndpoints } from '../contract.ts';

export const reviewApi = (transport: Transport) => createApiClient<ReviewEndpoints>(transport);
