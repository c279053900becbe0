import type { Page } from '@playwright/test';

/** No catalogue has these: the names of the product, of a language, a card and a currency, numbers of payments, ends of ids, addresses of all kinds, and English dates and times. */
const ALLOWED = [
  /Book ?Swap|English|Visa|USD|\bpi_\w+|…[\da-f]{6}\b/g,
  /\S+@\S+/g,
  /https?:\/\/\S+/g,
  /\b(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat)[a-z]*\b/g,
  /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b/g,
  /\b(?:AM|PM|UTC)\b/g,
].map(({ source, flags }) => ({ source, flags }));

/**
 * What a page in a pseudo-language says that comes from no catalogue: each text or label with a plain Latin letter.
 * Texts of catalogues have marked letters, and the users of such a journey write Greek. Other content of users
 * has `dir="auto"`, a document in another language its `lang`.
 */
export const findLiteralTexts = (page: Page): Promise<string[]> =>
  page.evaluate((allowed) => {
    const attributes = ['aria-label', 'aria-valuetext', 'aria-roledescription', 'aria-description'];
    attributes.push('title', 'alt', 'placeholder', 'label');
    const isLiteral = (text: string) =>
      /[A-Za-z]/.test(
        allowed.reduce((rest, { source, flags }) => rest.replace(new RegExp(source, flags), ''), text),
      );
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`;
    const found: string[] = [];
    const check = (where: string, text: string | null) => {
      if (text !== null && isLiteral(text)) found.push(`${where}: ${text.trim()}`);
    };
    check('title', document.title);
    for (const meta of document.querySelectorAll('meta[name=description], meta[property^="og:"]')) {
      if (!/:(url|image|type|locale|site_name)/.test(meta.getAttribute('property') ?? ''))
        check(meta.outerHTML.slice(0, 40), meta.getAttribute('content'));
    }
    for (const element of document.body.querySelectorAll('*')) {
      for (const attribute of attributes)
        check(`${name(element)} ${attribute}`, element.getAttribute(attribute));
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const element = text.parentElement!;
      if (element.closest('script, style, noscript, code, [dir=auto], bdi, body [lang]') === null)
        check(name(element), text.nodeValue);
    }
    return [...new Set(found)];
  }, ALLOWED);
