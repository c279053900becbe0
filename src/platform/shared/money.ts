/** 5000 → '5,000', the same on every machine. */
export const formatThousands = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ',');

/** 6800 → '$68.00'. */
export function formatPrice(cents: number): string {
  return `$${formatThousands(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, '0')}`;
}
