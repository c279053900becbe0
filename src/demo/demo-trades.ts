type DemoStep = { from: 'buyer' | 'seller'; minutesAgo: number } & (
  | { content: string }
  /** An offer in steps of the market, such as dollars; it counters the waiting one. */
  | { offer: number }
  | { accepts: true }
  /** Proposes to meet tomorrow at this time, at the first of the safe places. */
  | { meetsAt: string }
  | { acceptsMeeting: true }
);

/** What follows the messages of the conversation in `demoConversations` with this ISBN and buyer. */
export type DemoTrade = { isbn: string; buyer?: string; steps: readonly DemoStep[] };

export const demoTrades: readonly DemoTrade[] = [
  { isbn: '9780321910417', buyer: 'Owen', steps: [{ from: 'buyer', offer: 34, minutesAgo: 1_628 }] },
  {
    isbn: '9780321910417',
    buyer: 'Grace',
    steps: [
      { from: 'buyer', offer: 36, minutesAgo: 1_541 },
      { from: 'seller', offer: 42, minutesAgo: 1_509 },
      { from: 'buyer', offer: 40, minutesAgo: 1_492 },
      { from: 'seller', accepts: true, minutesAgo: 1_471 },
      { from: 'buyer', content: 'Great, thank you! I’m on campus every afternoon.', minutesAgo: 1_466 },
      { from: 'buyer', meetsAt: '14:30', minutesAgo: 247 },
      { from: 'seller', acceptsMeeting: true, minutesAgo: 218 },
    ],
  },
  {
    isbn: '9780374533557',
    steps: [
      { from: 'buyer', offer: 5, minutesAgo: 412 },
      { from: 'seller', offer: 6.5, minutesAgo: 377 },
      { from: 'buyer', offer: 6, minutesAgo: 371 },
      { from: 'seller', accepts: true, minutesAgo: 352 },
      { from: 'buyer', content: 'Perfect, thank you!', minutesAgo: 349 },
    ],
  },
  {
    isbn: '9781429261784',
    buyer: 'Jonas',
    steps: [
      { from: 'buyer', offer: 28, minutesAgo: 84 },
      { from: 'seller', offer: 31, minutesAgo: 61 },
      { from: 'buyer', offer: 30, minutesAgo: 24 },
    ],
  },
];
