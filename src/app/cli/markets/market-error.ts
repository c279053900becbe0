/** A command on markets cannot go on. The message is for the operator. */
export class MarketError extends Error {
  override readonly name = 'MarketError';
}
