// All connections share the engine's one session, so whatever changes the session would leak from one connection
// into the others. Those statements are refused; LISTEN and UNLISTEN are recognised, to be kept per connection.

export type StatementVerdict = {
  /** Why the text is refused, with the way out. */
  refusal?: string;
  /** Channels that the text starts to listen on. */
  listen: string[];
  /** Channels that it stops listening on; '*' is all of them. */
  unlisten: string[];
};

const HARMLESS: StatementVerdict = { listen: [], unlisten: [] };
const SUSPECT =
  /\b(set|reset|set_config|discard|temp|temporary|pg_temp|copy|listen|unlisten|prepare|deallocate|hold|load)\b|advisory/i;

const RULES: readonly (readonly [RegExp, string])[] = [
  [
    /^set\s+(?!local\b|transaction\b|constraints\b)/i,
    'SET of the session is not supported by the embedded database: use SET LOCAL inside of a transaction',
  ],
  [
    /^reset\b/i,
    'RESET is not supported by the embedded database: use SET LOCAL, which ends with the transaction',
  ],
  [
    /\bset_config\s*\((?:[^()]|\([^()]*\))*,\s*false\s*\)/i,
    'set_config() of the session is not supported by the embedded database: pass true as its last argument',
  ],
  [/^discard\b/i, 'DISCARD is not supported by the embedded database: its session is shared'],
  [/^load\b/i, 'LOAD is not supported by the embedded database: its session is shared'],
  [
    /\bpg_(try_)?advisory_(lock|unlock)\w*\s*\(/i,
    'session advisory locks are not supported by the embedded database: use pg_advisory_xact_lock()',
  ],
  [
    /\bcreate\s+(or\s+replace\s+)?((global|local)\s+)?temp(orary)?\b|\binto\s+((global|local)\s+)?temp(orary)?\b|\bpg_temp\b/i,
    'temporary tables are not supported by the embedded database: its session is shared',
  ],
  [/^copy\b[^]*\bfrom\s+stdin\b/i, 'COPY FROM STDIN is not supported by the embedded database: use INSERT'],
  [
    /^(prepare|deallocate)\b(?!\s+transaction\b)/i,
    'PREPARE and DEALLOCATE are not supported by the embedded database: name the statement in the driver',
  ],
  [
    /^declare\b[^]*\bwith\s+hold\b/i,
    'cursors WITH HOLD are not supported by the embedded database: its session is shared',
  ],
];

const remembered = new Map<string, StatementVerdict>();
const REMEMBERED_TEXTS = 1_000;
const REMEMBERED_LENGTH = 10_000;

export function judgeStatement(sql: string): StatementVerdict {
  if (!SUSPECT.test(sql)) return HARMLESS;
  const known = remembered.get(sql);
  if (known) return known;
  const verdict = judge(splitStatements(sql));
  if (sql.length <= REMEMBERED_LENGTH) {
    if (remembered.size >= REMEMBERED_TEXTS) remembered.delete(remembered.keys().next().value!);
    remembered.set(sql, verdict);
  }
  return verdict;
}

function judge(statements: string[]): StatementVerdict {
  const verdict: StatementVerdict = { listen: [], unlisten: [] };
  for (const statement of statements) {
    const refusal = RULES.find(([pattern]) => pattern.test(statement))?.[1];
    if (refusal) return { refusal, listen: [], unlisten: [] };
    const heard = /^(un)?listen\s*("(?:[^"]|"")+"|[^\s"]+)$/i.exec(statement);
    if (heard) (heard[1] ? verdict.unlisten : verdict.listen).push(channelName(heard[2]!));
  }
  if (verdict.unlisten.length > 0 && statements.length > 1)
    return {
      refusal: 'UNLISTEN together with other statements is not supported by the embedded database',
      listen: [],
      unlisten: [],
    };
  return verdict;
}

function channelName(word: string): string {
  return word.startsWith('"') ? word.slice(1, -1).replaceAll('""', '"') : word.toLowerCase();
}

/** The statements of a text, without comments and with every literal emptied, so that patterns cannot match data. */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let statement = '';
  let position = 0;
  while (position < sql.length) {
    const end = skipLiteral(sql, position);
    if (end === undefined) {
      if (sql[position] === ';') {
        statements.push(statement);
        statement = '';
      } else statement += sql[position];
      position += 1;
      continue;
    }
    if (sql[position] === '"') statement += sql.slice(position, end);
    else statement += /^(--|\/\*)/.test(sql.slice(position, position + 2)) ? ' ' : `''`;
    position = end;
  }
  statements.push(statement);
  return statements.map((text) => text.trim()).filter((text) => text !== '');
}

/** Where the literal, quoted name or comment that begins here ends; undefined when none begins here. */
function skipLiteral(sql: string, position: number): number | undefined {
  const two = sql.slice(position, position + 2);
  if (two === '--') return endAfter(sql, '\n', position);
  if (two === '/*') return endOfBlockComment(sql, position);
  if (two[0] === '"') return endOfQuoted(sql, position, '"', false);
  if (two[0] === "'") {
    const escaped = /(^|[^\w$])e$/i.test(sql.slice(Math.max(0, position - 2), position));
    return endOfQuoted(sql, position, "'", escaped);
  }
  if (two[0] === '$' && !/[\w$]/.test(sql[position - 1] ?? ' ')) {
    const tag = /^\$([a-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/i.exec(
      sql.slice(position, position + 70),
    )?.[0];
    if (tag) return endAfter(sql, tag, position + tag.length);
  }
  return undefined;
}

function endAfter(sql: string, mark: string, from: number): number {
  const at = sql.indexOf(mark, from);
  return at < 0 ? sql.length : at + mark.length;
}

function endOfQuoted(sql: string, from: number, quote: string, escapes: boolean): number {
  let at = from + 1;
  while (at < sql.length) {
    if (escapes && sql[at] === '\\') at += 2;
    else if (sql[at] !== quote) at += 1;
    else if (sql[at + 1] === quote) at += 2;
    else return at + 1;
  }
  return sql.length;
}

function endOfBlockComment(sql: string, from: number): number {
  let depth = 1;
  let at = from + 2;
  while (at < sql.length && depth > 0) {
    const two = sql.slice(at, at + 2);
    depth += two === '/*' ? 1 : two === '*/' ? -1 : 0;
    at += two === '/*' || two === '*/' ? 2 : 1;
  }
  return at;
}
