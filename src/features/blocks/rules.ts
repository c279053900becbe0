/** How many others a user can block. */
export const MAX_BLOCKS = 1000;
