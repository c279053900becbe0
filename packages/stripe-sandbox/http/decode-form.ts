import { invalidRequestError } from './stripe-api-error.ts';

/** Texts, in objects and arrays. The objects have no prototype, so that a form can contain any name. */
type FormValue = string | FormValue[] | Form;
export type Form = { [name: string]: FormValue };

const MAX_FIELDS = 500;
const MAX_DEPTH = 6;

/** Decodes `a=1&b[c]=2&d[0]=3&d[]=4`, as Stripe's libraries encode it. */
export function decodeForm(text: string): Form {
  const root: Form = newForm();
  let fields = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    if (++fields > MAX_FIELDS) throw invalidRequestError('The request has too many parameters.');
    setValue(root, parsePath(name), value, name);
  }
  return withArrays(root) as Form;
}

const newForm = (): Form => Object.create(null) as Form;

function parsePath(name: string): string[] {
  const [, head, tail] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
  if (head === undefined || tail === undefined) throw invalidNameError(name);
  // Empty brackets mean the next index of the list.
  const path = [head, ...tail.matchAll(/\[([^[\]]*)\]/g).map(([, part]) => part ?? '')];
  if (path.length > MAX_DEPTH) throw invalidNameError(name);
  return path;
}

function setValue(root: Form, path: string[], value: string, name: string): void {
  let target = root;
  for (const [index, given] of path.entries()) {
    const part = given === '' ? String(Object.keys(target).length) : given;
    const current = target[part];
    if (index === path.length - 1) {
      if (current !== undefined) throw invalidNameError(name);
      target[part] = value;
    } else {
      const next = current ?? (target[part] = newForm());
      if (typeof next === 'string' || Array.isArray(next)) throw invalidNameError(name);
      target = next;
    }
  }
}

/** An object with the names 0, 1, 2… becomes a list. */
function withArrays(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const names = Object.keys(value);
  if (names.length > 0 && names.every((name, index) => name === String(index)))
    return names.map((name) => withArrays(value[name]!));
  for (const name of names) value[name] = withArrays(value[name]!);
  return value;
}

const invalidNameError = (name: string) =>
  invalidRequestError(`Invalid parameter name: ${name.slice(0, 100)}`, { param: name.slice(0, 100) });
