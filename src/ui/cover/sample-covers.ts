/** Beside the name of the product in the image of Home. Any titles will do, as long as the covers look different. */
export const SHOWN_ON_HOME = [
  { book: { title: 'Organic Chemistry', author: 'Jonathan Clayden' }, x: 250, y: 96, width: 230, degrees: 9 },
  { book: { title: 'Calculus', author: 'James Stewart' }, x: 30, y: 150, width: 230, degrees: -8 },
  { book: { title: 'Campbell Biology', author: 'Lisa A. Urry' }, x: 138, y: 212, width: 250, degrees: 1 },
];
