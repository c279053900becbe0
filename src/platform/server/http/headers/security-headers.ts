/** `strictTransport`: HSTS, so that browsers use only TLS from now on; null without it. */
export const securityHeaders = (strictTransport: { subdomains: boolean } | null) => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
  ...(strictTransport && {
    'strict-transport-security': `max-age=31536000${strictTransport.subdomains ? '; includeSubDomains' : ''}`,
  }),
});
