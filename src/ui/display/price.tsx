import { formatPrice } from '#platform/shared/money.ts';

/** `big`: the price on the book page. */
export function Price({ cents, big }: { cents: number; big?: boolean }) {
  return <span className={big ? 'big' : 'price'}>{formatPrice(cents)}</span>;
}
