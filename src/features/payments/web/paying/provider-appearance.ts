import type { Appearance } from '@stripe/stripe-js';

/** Our design tokens for the provider's fields. Their iframes support only older color syntax. */
export function providerAppearance(): Appearance {
  const tokens = getComputedStyle(document.documentElement);
  const color = (token: string) => hexOf(tokens.getPropertyValue(token).trim());
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  return {
    theme: dark ? 'night' : 'stripe',
    labels: 'above',
    variables: {
      colorPrimary: color('--accent'),
      colorBackground: color('--surface'),
      colorText: color('--ink'),
      colorTextPlaceholder: color('--ink-soft'),
      colorDanger: color('--danger'),
      fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
      fontSizeBase: '16px',
      borderRadius: '6px',
    },
  };
}

function hexOf(color: string): string {
  const pen = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
  if (pen === null || color === '') return '#000000';
  pen.fillStyle = color;
  pen.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
