// Preloaded into a server of the tests (NODE_OPTIONS): sends requests for Clerk's host to the fake at
// CLERK_STAND_IN.
const { CLERK_STAND_IN } = process.env;
const { fetch } = globalThis;

globalThis.fetch = (input, init) => {
  const { host, pathname } = new URL(String(input));
  return host.includes('clerk') ? fetch(new URL(pathname, CLERK_STAND_IN), init) : fetch(input, init);
};
