import type { ServerContext } from '#platform/server/server-context.ts';
import { handoverEndpoints } from '../handover-contract.ts';
import { confirmHandover, type HandoverContext } from './handover/confirm-handover.ts';

type HandoverOptions = Pick<HandoverContext, 'listingDays' | 'bookHook' | 'reservationHook'>;

export function mountHandovers(context: ServerContext, options: HandoverOptions): void {
  const services = { ...context, ...options };
  context.endpoints.mount(handoverEndpoints, {
    'POST /api/reservations/:id/confirm': ({ actor, params, body }) =>
      confirmHandover(services, actor, { ...params, ...body }),
  });
}
