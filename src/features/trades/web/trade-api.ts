import { createApiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { TradeEndpoints } from '../contract.ts';

export const tradeApi = (transport: Transport) => createApiClient<TradeEndpoints>(transport);
