/** Of the line above a page of the last minute, which the server sends while it cannot make a new one. */
export const OLD_NOTE_ID = 'old-note';
