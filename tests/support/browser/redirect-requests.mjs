// Preloaded into a server of the tests (NODE_OPTIONS): sends requests for some hosts to fakes. FAKE_HOSTS has
// the address of the fake for each word in a host's name, as JSON.
const fakes = Object.entries(JSON.parse(process.env.FAKE_HOSTS ?? '{}'));
const { fetch } = globalThis;

globalThis.fetch = (input, init) => {
  const { host, pathname } = new URL(String(input));
  const fake = fakes.find(([word]) => host.includes(word));
  return fake === undefined ? fetch(input, init) : fetch(new URL(pathname, fake[1]), init);
};
