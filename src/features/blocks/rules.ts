export const MAX_BLOCKS = 1000;
