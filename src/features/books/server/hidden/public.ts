export { hideBooks, unhideBooks } from './hide-books.ts';
export { hideIfPaused, lockListingsOf, pauseSeller, showListingsOf } from './paused-sellers.ts';
