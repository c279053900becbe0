import { setTimeout as delay } from 'node:timers/promises';
import { noteHydration, openPhoneWorld, phone } from './load/phone-world.ts';
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
await using world = await openPhoneWorld();
const rounds = Number(process.env['ROUNDS'] ?? 3);
for (let i = 0; i < rounds; i++)
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    const context = await world.browser.newContext({ ...phone, storageState: world.state, reducedMotion });
    const out: string[] = [];
    for (const kind of ['cold', 'warm', 'pointer']) {
      const page = await context.newPage();
      const s = await context.newCDPSession(page);
      await s.send('Network.enable');
      await s.send('Network.emulateNetworkConditions', SLOW_4G);
      await s.send('Emulation.setCPUThrottlingRate', { rate: 6 });
      await page.addInitScript(noteHydration);
      await page.goto(`${world.origin}/`, { waitUntil: 'load' });
      await delay(1_000);
      const r = await page.evaluate((kind) => new Promise<string>((resolve) => {
        const link = document.querySelector<HTMLAnchorElement>('article a')!;
        const started = performance.now();
        let first = 0;
        const look = () => {
          if (!location.pathname.startsWith('/book/')) return;
          const now = () => Math.round(performance.now() - started);
          if (first === 0) { first = -1; requestAnimationFrame(() => (first = now())); }
          if (document.querySelector('h1')) { const dom = now(); observer.disconnect(); requestAnimationFrame(() => resolve(`first ${first} h1dom ${dom} paint ${now()}`)); }
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { childList: true, subtree: true });
        if (kind === 'pointer') { link.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })); setTimeout(() => link.click(), 90); }
        else link.click();
      }), kind);
      out.push(`${kind}: ${r} lt ${await page.evaluate(() => new Promise((res) => new PerformanceObserver((l) => res(l.getEntries().map((e) => Math.round(e.duration)).slice(0, 6).join())).observe({ type: 'longtask', buffered: true })))}`);
      await page.close();
    }
    await context.close();
    console.log(reducedMotion, out.join(' | '));
  }
process.exit(0);
