import { invalidRequestError } from './stripe-api-error.ts';

/** What a form says: texts, in objects and arrays. Objects have no prototype, so that no name means more than a name. */
export type FormValue = string | FormValue[] | Form;
export type Form = { [name: string]: FormValue };

const limits = { fields: 500, depth: 6 };

/** Reads `a=1&b[c]=2&d[0]=3&d[]=4`, as the provider's libraries write it. */
export function decodeForm(text: string): Form {
  const root: Form = empty();
  let fields = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    if (++fields > limits.fields) throw invalidRequestError('The request has too many parameters.');
    put(root, pathOf(name), value, name);
  }
  return withArrays(root) as Form;
}

const empty = (): Form => Object.create(null) as Form;

function pathOf(name: string): string[] {
  const [, head, tail] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
  if (head === undefined || tail === undefined) throw malformed(name);
  // An empty pair of brackets is the next place in the list.
  const path = [head, ...tail.matchAll(/\[([^[\]]*)\]/g).map(([, part]) => part ?? '')];
  if (path.length > limits.depth) throw malformed(name);
  return path;
}

function put(root: Form, path: string[], value: string, name: string): void {
  let place = root;
  for (const [index, given] of path.entries()) {
    const part = given === '' ? String(Object.keys(place).length) : given;
    const there = place[part];
    if (index === path.length - 1) {
      if (there !== undefined) throw malformed(name);
      place[part] = value;
    } else {
      const next = there ?? (place[part] = empty());
      if (typeof next === 'string' || Array.isArray(next)) throw malformed(name);
      place = next;
    }
  }
}

/** Places that are counted from 0 are a list. */
function withArrays(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const names = Object.keys(value);
  if (names.length > 0 && names.every((name, index) => name === String(index)))
    return names.map((name) => withArrays(value[name]!));
  for (const name of names) value[name] = withArrays(value[name]!);
  return value;
}

const malformed = (name: string) =>
  invalidRequestError(`Invalid parameter name: ${name.slice(0, 100)}`, { param: name.slice(0, 100) });
