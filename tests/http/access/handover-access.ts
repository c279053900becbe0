import type { HandoverEndpoints } from '#features/trades/handover-contract.ts';
import { type AccessRow, owners } from './roles.ts';

export const handoverAccess: Record<keyof HandoverEndpoints, AccessRow> = {
  'POST /api/reservations/:id/confirm': owners(async ({ owner, cast, newConversation }) => {
    const conversationId = await newConversation();
    const { body } = await owner.post(`/api/conversations/${conversationId}/reservations`);
    const shown = await cast.bystander.get(`/api/conversations/${conversationId}`);
    return { params: { id: body.id }, body: { code: shown.body.reservation.code } };
  }),
};
