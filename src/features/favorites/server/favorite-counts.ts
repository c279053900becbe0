/** SQL of a count; `book` and `user` are expressions of the statement around it: `b.id`, `$1`. */
export const countFavoritesOfBook = (book: string): string =>
  `(SELECT count(*) FROM favorites WHERE favorites.book_id = ${book})`;

export const countFavoritesOfUser = (user: string): string =>
  `(SELECT count(*) FROM favorites WHERE favorites.user_id = ${user})`;
