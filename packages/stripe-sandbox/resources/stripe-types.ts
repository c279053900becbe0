/** The same object with other types of some fields: a stored object names others by id. */
export type Replace<T, Fields> = Omit<T, keyof Fields> & Fields;

/** Some fields of one of Stripe's objects, with Stripe's types: those that an application needs. */
export const fieldsOf =
  <T>() =>
  <K extends keyof T>(fields: Pick<T, K>): Pick<T, K> =>
    fields;

export type StripeList<T> = { object: 'list'; data: T[]; has_more: false; url: string };

/** The sandbox has no second pages. */
export const toStripeList = <T>(data: T[], url: string): StripeList<T> => ({
  object: 'list',
  data,
  has_more: false,
  url,
});
