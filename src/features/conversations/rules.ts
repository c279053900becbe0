/** Characters of a message after trimming. */
export const messageLength = 4000;
