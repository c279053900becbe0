import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Admit } from '#platform/server/http/create-http-server.ts';
import type { RequestSlots } from './request-slots.ts';

/** Photos are sent as fast as their readers take them, which is no work. */
const FILE_URL = /^\/objects\//;

/** A body that takes longer is of a slow sender. */
const BODY_MS = 100;
/** A flood repeats what is refused at once, and each refusal is work. */
const REFUSED_MS = 250;

type Options = {
  slots: RequestSlots;
  /** A market alone shares with nobody. */
  isAlone: () => boolean;
  refuse: (request: IncomingMessage, response: ServerResponse) => void;
};

/**
 * Lets the requests of a market in, as far as it has slots. While a body arrives slowly its request has none: its
 * sender keeps no one else out. The slot of a request that was refused stays taken for a moment.
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
    if (isOver) return;
    isOver = true;
    if (response.statusCode === 503) setTimeout(give, REFUSED_MS).unref();
    else give();
  };
  // The response is made, whether or not its reader has it.
  response.once('prefinish', end).once('close', end);
  if (request.complete || !hasBody(request)) return;
  const isSlow = setTimeout(give, BODY_MS).unref();
  request.once('end', () => {
    clearTimeout(isSlow);
    if (isOver || isHeld) return;
    isHeld = true;
    slots.take(market);
  });
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
