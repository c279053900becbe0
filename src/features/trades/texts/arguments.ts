/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'trades.field.code.invalid': null;
    'trades.problem.book-reserved': null;
    'trades.problem.buyer-named': null;
    'trades.problem.cannot-offer-own-book': null;
    'trades.problem.cannot-reserve': null;
    'trades.problem.handover-paused': { minutes: number };
    'trades.problem.invalid-offer-amount': { lowest: string };
    'trades.problem.not-a-possible-buyer': null;
    'trades.problem.offer-ended': null;
    'trades.problem.offer-not-found': null;
    'trades.problem.offer-pending': null;
    'trades.problem.question-ended': null;
    'trades.problem.question-withdrawn': null;
    'trades.problem.reservation-ended': null;
    'trades.problem.reservation-not-found': null;
    'trades.problem.sale-confirmed': null;
    'trades.problem.sale-not-found': null;
    'trades.problem.too-many-offers': { max: number };
    'trades.problem.too-many-questions': null;
    'trades.problem.too-many-reservations': { max: number };
    'trades.problem.wrong-handover-code': { left: number };
  }
}
