import { createApiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { OfferEndpoints } from '../../offer-contract.ts';

export const offerApi = (transport: Transport) => createApiClient<OfferEndpoints>(transport);
