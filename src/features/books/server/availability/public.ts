export { enqueueAvailableBook, handleAvailableBooks } from './enqueue-available-book.ts';
export { lockBook, setReservation } from './lock-book.ts';
