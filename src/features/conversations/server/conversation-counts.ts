/** SQL of a count; `book` and `user` are expressions of the statement around it: `b.id`, `$1`. */
export const countConversationsOfBook = (book: string): string =>
  `(SELECT count(*) FROM conversations WHERE conversations.book_id = ${book})`;

/** Each side has its index. */
export const countConversationsOfUser = (user: string): string =>
  `((SELECT count(*) FROM conversations WHERE conversations.buyer_id = ${user})
    + (SELECT count(*) FROM conversations WHERE conversations.seller_id = ${user}))`;

export const hasConversations = (user: string): string =>
  `(EXISTS (SELECT FROM conversations WHERE conversations.buyer_id = ${user})
    OR EXISTS (SELECT FROM conversations WHERE conversations.seller_id = ${user}))`;

/** Ids begin with the time of their row: counts the messages between two of them, the second excluded. */
export const countMessagesBetween = (first: string, next: string): string =>
  `(SELECT count(*) FROM messages WHERE messages.id >= ${first} AND messages.id < ${next})`;
