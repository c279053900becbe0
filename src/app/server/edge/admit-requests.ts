import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Admit } from '#platform/server/http/create-http-server.ts';
import type { RequestSlots } from './request-slots.ts';

/** Photos are sent as fast as their readers take them, which is no work. */
const FILE_URL = /^\/objects\//;

type Options = {
  slots: RequestSlots;
  /** A market alone shares with nobody. */
  isAlone: () => boolean;
  refuse: (request: IncomingMessage, response: ServerResponse) => void;
};

/**
 * Lets the requests of a market in, as far as it has slots. While a body arrives its request has none: a slow
 * sender keeps no one else out.
 */
export const createAdmission =
  (market: number, { slots, isAlone, refuse }: Options): Admit =>
  (request, response, proceed) => {
    if (isAlone() || FILE_URL.test(request.url!)) return proceed();
    let leave = () => {};
    const onClose = () => leave();
    response.once('close', onClose);
    leave = slots.enter(market, {
      start: () => {
        response.off('close', onClose);
        holdSlot(market, { slots, request, response });
        proceed();
      },
      refuse: () => {
        response.off('close', onClose);
        refuse(request, response);
      },
    });
  };

function holdSlot(
  market: number,
  { slots, request, response }: { slots: RequestSlots; request: IncomingMessage; response: ServerResponse },
): void {
  let isHeld = true;
  let isOver = false;
  const give = () => {
    if (isHeld) slots.release(market);
    isHeld = false;
  };
  const end = () => {
    isOver = true;
    give();
  };
  // The response is made, whether or not its reader has it.
  response.once('prefinish', end).once('close', end);
  if (request.complete || !hasBody(request)) return;
  give();
  request.once('end', () => {
    if (isOver) return;
    isHeld = true;
    slots.take(market);
  });
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
