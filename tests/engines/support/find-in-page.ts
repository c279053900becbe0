/** What a journey acts on, as JSON. Only what is shown counts; below an open dialog nothing does. */
export type Target = {
  /** ARIA's role; `text` finds the innermost elements with that text. */
  role: string;
  /** The accessible name or the text: the whole of it. */
  name?: string;
  /** The source of a regular expression for it. */
  pattern?: string;
  /** Only inside of it. */
  within?: Target;
};

const tidy = (text: string | null | undefined): string =>
  (text ?? '').replace(/\s+/g, ' ').replace(/ ,/g, ',').trim();

function roleOf(element: Element): string | undefined {
  const inputs: Record<string, string> = { checkbox: 'checkbox', radio: 'radio', search: 'searchbox' };
  const roles: Record<string, string> = {
    A: 'link',
    ARTICLE: 'article',
    BUTTON: 'button',
    DIALOG: 'dialog',
    H1: 'heading',
    H2: 'heading',
    H3: 'heading',
    LI: 'listitem',
    MAIN: 'main',
    NAV: 'navigation',
    SELECT: 'combobox',
    TEXTAREA: 'textbox',
  };
  const given = element.getAttribute('role');
  if (given !== null || !(element instanceof HTMLInputElement)) return given ?? roles[element.tagName];
  return inputs[element.type] ?? 'textbox';
}

/** The text for a name: hidden parts do not belong to it. */
function textOf(element: Element): string {
  const parts = [...element.childNodes].map((node) => {
    if (!(node instanceof Element)) return node.textContent ?? '';
    if (node.getAttribute('aria-hidden') === 'true') return '';
    return node.ariaLabel ?? (node instanceof HTMLImageElement ? node.alt : ` ${textOf(node)} `);
  });
  return tidy(parts.join(''));
}

function nameOf(element: Element): string {
  const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
  if (ids.length > 0) return tidy(ids.map((id) => document.getElementById(id)?.textContent).join(' '));
  if (element.ariaLabel !== null) return tidy(element.ariaLabel);
  const { labels } = element as HTMLInputElement;
  return labels?.[0] ? textOf(labels[0]) : textOf(element);
}

function isShown(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
}

function isNamed({ name, pattern }: Target, text: string): boolean {
  return pattern === undefined ? name === undefined || text === name : new RegExp(pattern).test(text);
}

function findTexts(target: Target, element: Element): Element[] {
  if (!isShown(element) || !isNamed(target, tidy((element as HTMLElement).innerText))) return [];
  const below = [...element.children].flatMap((child) =>
    child instanceof HTMLElement ? findTexts(target, child) : [],
  );
  return below.length > 0 ? below : [element];
}

function findAll(target: Target): Element[] {
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
  const roots = target.within ? findAll(target.within) : [dialog ?? document.documentElement];
  if (target.role === 'text') return roots.flatMap((root) => findTexts(target, root));
  return roots
    .flatMap((root) => [...(root === dialog ? [root] : []), ...root.querySelectorAll('*')])
    .filter((one) => roleOf(one) === target.role && isNamed(target, nameOf(one)) && isShown(one));
}

/** They run in the page, so they use nothing but each other. */
const finders = [roleOf, textOf, nameOf, isShown, isNamed, findTexts, findAll].map(String).join('\n');

const FINDERS = `const tidy = ${String(tidy)};\n${finders}`;

/**
 * The body of a function of a `Target`, which scrolls to the first such element and returns it; null if there is
 * none, if something covers it, or if it has moved since the last call.
 */
export const FIND_TO_TAP = `${FINDERS}
const element = findAll(arguments[0])[0];
if (!element) return null;
element.scrollIntoView({ block: 'center', behavior: 'instant' });
const { left, top, width, height } = element.getBoundingClientRect();
const [before, now] = [element.seenAt, [left, top, width, height].join()];
element.seenAt = now;
const hit = document.elementFromPoint(left + width / 2, top + height / 2);
return before === now && hit && (element.contains(hit) || hit.contains(element)) ? element : null;`;

/** The body of a function of a `Target`, which returns how many such elements there are. */
export const COUNT_ALL = `${FINDERS}\nreturn findAll(arguments[0]).length;`;

/** Runs `body` with `element`, if there is one; otherwise returns null. */
export const withElement = (body: string): string =>
  `${FINDERS}\nconst element = findAll(arguments[0])[0]; if (!element) return null; ${body}`;
