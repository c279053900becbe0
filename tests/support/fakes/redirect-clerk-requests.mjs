// Preloaded into a server of the tests (NODE_OPTIONS): sends requests for Clerk's host to the fake at
// FAKE_CLERK_URL.
const { FAKE_CLERK_URL } = process.env;
const { fetch } = globalThis;

globalThis.fetch = (input, init) => {
  const { host, pathname } = new URL(String(input));
  return host.includes('clerk') ? fetch(new URL(pathname, FAKE_CLERK_URL), init) : fetch(input, init);
};
