import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Endpoint, type EndpointKey, endpointUrl } from '#platform/shared/define-endpoints.ts';
import { isStaffRole } from '#platform/shared/team/staff-roles.ts';
import { checksums, findLeaks } from '#tests/support/markets/foreign-rows.ts';
import { generateInput } from '#tests/support/markets/generate-input.ts';
import { canPool } from '#tests/support/markets/market-pooler.ts';
import { readAnswer, TwoMarkets } from '#tests/support/markets/two-markets.ts';

let two: TwoMarkets;
beforeAll(async () => void (two = await TwoMarkets.open()));
afterAll(() => two?.stop());

type Question = { route: string; method: string; path: string; body?: string; type: string; auth: string };

/** What the pages of a browser are asked by. */
const pagePaths = () => {
  const { ids } = two.full;
  const rest = ['/', '/sign-in', '/admin', '/help', '/imprint', `/courses/${ids['courses/:code']}`];
  return [
    ...rest,
    `/book/${ids['books/:id']}`,
    `/user/${ids['users/:id']}`,
    `/conversation/${ids['conversations/:id']}`,
  ];
};

/** Fills in the parameters of a route. Throws for one without an entry, so that a new route gets one. */
function pathsOf(route: string): string[] {
  if (route === '*' || route === '/*') return pagePaths();
  const parts = route.split('/');
  const path = parts.map((part, at) => {
    if (!part.startsWith(':')) return part;
    const name = `${parts[at - 1]}/${part}`;
    const id = two.full.ids[name];
    if (id === undefined) throw new Error(`No id of the other market for ${name} in ${route}`);
    return encodeURIComponent(id);
  });
  return [path.join('/')];
}

const inputOptions = () => ({ values: two.full.values, now: two.full.app.clock.now() });

function ofContract([route, { endpoint }]: [EndpointKey, { endpoint: Endpoint }]): Question {
  const { query, body, auth } = endpoint;
  const { method, path } = endpointUrl(route, { query: query && generateInput(query, inputOptions()) });
  const [, search] = path.split('?');
  const [written] = pathsOf(route.slice(route.indexOf(' ') + 1));
  return {
    route,
    method,
    path: search ? `${written}?${search}` : written!,
    ...(body && { body: JSON.stringify(bodies()[route] ?? generateInput(body, inputOptions())) }),
    type: 'application/json',
    auth,
  };
}

const others: Record<string, { body: string; type?: string }> = {
  'POST /language': { body: 'language=en&page=/help', type: 'application/x-www-form-urlencoded' },
  'POST /api/auth/sign-in/email': { body: '{"email":"priya@quetzalia.edu","password":"correct horse"}' },
  'POST /api/auth/sign-up/email': {
    body: '{"email":"new@westfield.edu","password":"correct horse","name":"Nell"}',
  },
  'POST /api/policy-reports': { body: '[]', type: 'application/reports+json' },
};

function outsideOfContract(route: string): Question[] {
  const [method, pattern] = route.split(' ') as [string, string];
  const { body, type = 'application/json' } = others[route] ?? (method === 'GET' ? {} : { body: '{}' });
  return pathsOf(pattern).map((path) => ({
    route,
    method,
    path,
    type,
    auth: 'public',
    ...(body !== undefined && { body }),
  }));
}

async function identities(): Promise<Record<string, Record<string, string>>> {
  const theirs = { authorization: `Bearer ${await two.full.seller.token()}` };
  const own = { authorization: `Bearer ${await two.admin.token()}` };
  const { cookie } = two;
  return {
    nobody: {},
    'own token': own,
    'foreign token': theirs,
    'foreign cookie': { cookie },
    both: { ...own, cookie },
  };
}

/** Bodies of which a schema does not tell which parts go together. */
const bodies = (): Record<string, object> => {
  const { bookId, endpoint } = two.full.values;
  const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) };
  return {
    'POST /api/wanted': { isbn: '9780262046305', bookId },
    'PUT /api/users/me/push-token': { token: { endpoint, keys } },
    'PUT /api/admin/campus/icon': { png: null, version: 50 },
    'POST /api/notices': {
      // What cases show of it is what its notifier has written.
      url: '/help',
      reason: 'Copied',
      name: 'Nell',
      email: 'nell@westfield.edu',
      goodFaith: true,
    },
  };
};

const ask = (
  { method, path, body, type }: Question,
  headers: Record<string, string>,
  address = two.asking.address,
) =>
  fetch(address + path, {
    method,
    redirect: 'manual',
    headers: {
      'user-agent': 'Mozilla/5.0 (test)',
      ...(body !== undefined && { 'content-type': type }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });

/** Their input has rules that no schema tells, so a generated one is refused before it is looked at. */
const UNGENERATED = ['POST /api/auth/sign-in/passkey'];
/** Counts, keys and settings, and what is read with ids of other people than the caller. */
const WITHOUT_TEXTS = [
  'GET /api/users/me/removal',
  'GET /api/notifications/key',
  'GET /api/users/me/notifications',
  'GET /api/books/count',
  'GET /api/editions/:isbn',
  'GET /api/payments/provider',
  'GET /api/subscription',
  'GET /api/market',
  'GET /api/price-notices',
  'GET /api/price-guidance',
  'GET /api/transparency',
  'GET /api/favorites',
  'GET /api/blocks',
  'GET /api/wanted/unseen',
  'GET /api/wanted/students',
  'GET /api/wanted/students/:bookId',
  'GET /api/admin/support/summary',
  'GET /api/users/me/deals',
  'GET /api/users/me/resale-questions',
  'GET /api/users/me/review-requests',
  'GET /api/decisions/summary',
  'GET /api/staff/cases/summary',
  'GET /api/staff/cases/:id/evidence',
  'GET /api/admin/stats',
  'GET /api/admin/setup',
  'GET /api/admin/books/:id/removal',
  'GET /api/admin/users/:id/removal',
  'GET /api/admin/cleanup-test-data',
  'GET /api/books/allowance',
  'GET /api/works/:isbn',
  'GET /api/works/:isbn/other-listings',
  'GET /api/admin/works',
  'GET /api/admin/courses/coverage/totals',
  'GET /api/admin/courses/coverage/missing',
  'GET /api/neighbors/listings',
  'GET /api/admin/neighbors',
];
/** They are about the caller's own relation to an id, which need not exist. */
const FORGIVING = [
  'DELETE /api/blocks/:userId',
  'DELETE /api/users/me/courses/:code',
  'GET /api/books/user/:userId',
  'GET /api/editions/:isbn',
  'GET /api/users/:id/books',
  'GET /api/users/:id/slips',
  'GET /api/works/:isbn',
  'GET /api/works/:isbn/other-listings',
  'GET /sitemap/:file',
  'POST /api/books/:id/views',
];

type Answer = { name: string; question: Question; status: number; text: string };

/** What is wrong with an answer of the asking market. */
function problemsOf({ name, question, status, text }: Answer): string[] {
  const label = `${question.route} by ${name}`;
  const leaks = findLeaks(text, two.secrets, `${question.path}${question.body}`);
  const needsToken = question.auth === 'user' || isStaffRole(question.auth);
  return [
    ...leaks.map((leak) => `${label} shows ${leak}`),
    ...(status >= 500 ? [`${label}: ${text.slice(0, 300)}`] : []),
    ...(needsToken && !isOwn(name) && status !== 401 ? [`${label}: ${status}`] : []),
  ];
}

const isOwn = (name: string) => name === 'own token' || name === 'both';

async function askAll(question: Question): Promise<Answer[]> {
  await two.renewAdmin();
  const answers: Answer[] = [];
  for (const [name, headers] of Object.entries(await identities())) {
    const response = await ask(question, headers);
    answers.push({ name, question, status: response.status, text: await readAnswer(response) });
  }
  return answers;
}

const questionsOf = () => {
  const contract = [...two.endpoints].map(ofContract);
  const rest = [...two.routes].filter((route) => !two.endpoints.has(route as EndpointKey));
  return { contract, rest: rest.flatMap(outsideOfContract) };
};

it('the other market is full: its own people see it on most routes that read', async () => {
  const reading = questionsOf().contract.filter(({ method }) => method === 'GET');
  const seen = new Set<string>();
  for (const person of [two.full.seller, two.full.buyer, two.full.admin]) {
    const authorization = `Bearer ${await person.token()}`;
    for (const question of reading) {
      const text = await readAnswer(await ask(question, { authorization }, two.full.app.address));
      if (findLeaks(text, two.secrets, question.path).length > 0) seen.add(question.route);
    }
  }
  expect(
    reading
      .map(({ route }) => route)
      .filter((route) => !seen.has(route))
      .toSorted(),
  ).toEqual(WITHOUT_TEXTS.toSorted());
});

it('no route shows anything of another market, or changes it', async () => {
  const { contract, rest } = questionsOf();
  const wrong: string[] = [];
  const answers: Answer[] = [];
  let before = await checksums(two.full.app.database);
  for (const question of [...contract, ...rest]) {
    const given = await askAll(question);
    answers.push(...given);
    wrong.push(...given.flatMap(problemsOf));
    const after = await checksums(two.full.app.database);
    for (const [table, sum] of Object.entries(after))
      if (sum !== before[table]) wrong.push(`${question.route} changed ${table}`);
    before = after;
  }
  expect(wrong).toEqual([]);
  const routesOf = (fits: (answer: Answer) => boolean) => [
    ...new Set(
      answers.filter((answer) => isOwn(answer.name) && fits(answer)).map(({ question }) => question.route),
    ),
  ];
  const refused = routesOf(({ text }) => text.includes('"invalid-request"'));
  expect(refused).toEqual(UNGENERATED);
  const forgiving = routesOf(({ status, question }) => status < 400 && question.route.includes('/:'));
  expect(forgiving.toSorted()).toEqual(FORGIVING);
  expect(contract.length).toBeGreaterThan(130);
  expect(answers).toHaveLength(5 * (contract.length + rest.length));
  process.stdout.write(
    `Leak matrix: ${contract.length} endpoints and ${rest.length} other URLs × 5 identities = ${answers.length} requests\n`,
  );
});

it.runIf(canPool())('a pooler’s connections keep nothing of a session for the next request', async () => {
  const pooler = two.markets.pooler!;
  expect(await pooler.leftBehind()).toEqual([]);
  await pooler.run(`SET search_path = nowhere; LISTEN anything; PREPARE one AS SELECT 1`);
  expect(await pooler.leftBehind()).toEqual(['setting search_path', 'statement one', 'channel anything']);
});
