/** 5000 → '5,000', the same on every machine. */
export const grouped = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ',');

/** 6800 → '$68.00'. */
export function priceLabel(cents: number): string {
  const whole = Math.floor(Math.abs(cents) / 100);
  return `${cents < 0 ? '-' : ''}$${grouped(whole)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
}

/** `big`: the price on the book's own page. */
export function Price({ cents, big }: { cents: number; big?: boolean }) {
  return <span className={big ? 'big' : 'price'}>{priceLabel(cents)}</span>;
}
