import { inTurn } from '../sections/measure-requests.ts';

export type Flood = {
  figure: string;
  path: () => string;
  /** Of a POST. */
  body?: () => string;
  /** Of the answers; by default 200. */
  status?: number;
  token?: string;
  connections: number;
  /** Requests of all connections together. */
  perSecond: number;
  /** A listing changes once a second meanwhile: it clears what is kept for programs from outside. */
  changes?: boolean;
};

type Targets = {
  token: string;
  bookIds: readonly string[];
  sellerIds: readonly string[];
  isbns: readonly string[];
};

const address = { connections: 16, perSecond: 320 };

/** Each request misses every cache, where a visitor can achieve that. */
export function floods(targets: Targets): Flood[] {
  return [...readsOfLists(targets), ...readsFromOutside(targets), ...writesOfVisitors()];
}

function readsOfLists({ token }: Targets): Flood[] {
  let count = 0;
  const other = () => (count += 1);
  const account = { token, connections: 8, perSecond: 20 };
  return [
    {
      figure: 'course search',
      path: () => `/api/courses?search=st&limit=${1 + (other() % 100)}`,
      ...address,
    },
    { figure: 'a full wanted list', path: () => '/api/wanted', ...account },
    { figure: 'twelve courses', path: () => '/api/users/me/courses', ...account },
    {
      figure: 'pages of searches that find nothing',
      path: () => `/?search=xqzw${other()}%20kjvh`,
      ...address,
      perSecond: 20,
    },
    { figure: 'such pages, without a pause', path: () => `/?search=xqzw${other()}%20kjvh`, ...address },
    {
      figure: 'such searches of an account',
      path: () => `/api/books?search=xqzw${other()}%20kjvh`,
      ...address,
      token,
    },
  ];
}

/** Sitemap, feeds, slips, pictures and what else needs no account. */
function readsFromOutside({ bookIds, sellerIds, isbns }: Targets): Flood[] {
  let count = 0;
  const other = () => (count += 1);
  const [book, seller, isbn] = [inTurn([...bookIds]), inTurn([...sellerIds]), inTurn([...isbns])];
  const flood = (figure: string, path: () => string, more: Partial<Flood> = {}): Flood => ({
    figure,
    path,
    ...address,
    ...more,
  });
  return [
    flood(
      'parts of the sitemap',
      () => `/sitemap/${['listings', 'courses', 'profiles'][other() % 3]}-1.xml`,
      {
        changes: true,
      },
    ),
    flood('feeds with any filter', () => `/feed/books.atom?search=th&maxPrice=${1_000 + other()}`),
    flood('feeds of searches that find nothing', () => `/feed/books.atom?search=xqzw${other()}%20kjvh`),
    flood('feeds of sellers', () => `/feed/users/${seller()}.atom`, { changes: true }),
    flood('slips of sellers', () => `/api/users/${seller()}/slips`, { changes: true }),
    flood('share pictures', () => `/book/${book()}/share.png`),
    flood('transparency', () => `/api/transparency?year=${2_000 + (other() % 90)}`),
    flood('works', () => `/api/works/${isbn()}/other-listings`, { changes: true }),
    flood('counts of filters', () => `/api/books/count?search=th&maxPrice=${1_000 + other()}`),
    flood('profiles', () => `/user/${seller()}`, { changes: true }),
  ];
}

function writesOfVisitors(): Flood[] {
  let count = 0;
  const other = () => (count += 1);
  const notice = JSON.stringify({
    url: '/help',
    reason: 'The same words each time',
    endangersChild: true,
    goodFaith: true,
  });
  return [
    {
      figure: 'tokens of notices',
      path: () => '/api/notices/confirm',
      body: () => JSON.stringify({ token: `none ${other()}` }),
      status: 404,
      ...address,
    },
    { figure: 'one notice again', path: () => '/api/notices', body: () => notice, status: 201, ...address },
  ];
}
