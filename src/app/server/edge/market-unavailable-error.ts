/** Another request may find it open after `retryAfter` seconds. */
export class MarketUnavailableError extends Error {
  readonly retryAfter: number;

  constructor(retryAfter: number) {
    super('The market cannot answer now');
    this.name = 'MarketUnavailableError';
    this.retryAfter = retryAfter;
  }
}
