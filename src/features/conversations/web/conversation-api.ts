import { createApiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { ConversationEndpoints } from '../contract.ts';

export const conversationApi = (transport: Transport) => createApiClient<ConversationEndpoints>(transport);
