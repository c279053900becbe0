/** Without letters and digits that look alike in print or handwriting: 0 o, 1 i l, 2 z, 5 s, 8 b, u v. */
export const CODE_ALPHABET = '34679acdefghjkmnpqrtwxy';
export const CODE_LENGTH = 7;

const CODE = new RegExp(`^[${CODE_ALPHABET}]{${CODE_LENGTH}}$`);

/** The code as it is stored, from what a person typed; null for what cannot be one. */
export function toShortCode(typed: string): string | null {
  const code = typed.trim().toLowerCase();
  return CODE.test(code) ? code : null;
}

/** The path behind the host: what is typed from a strip. */
export const shortPath = (code: string): string => `/b/${code}`;

export const STRIPS = 8;
/** Listings on the slips of one seller, one page each. */
export const MAX_SLIPS_OF_SELLER = 50;
/** Other copies that stand where a book is gone. */
export const MAX_OTHER_COPIES = 3;
