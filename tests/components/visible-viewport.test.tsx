import { afterEach, expect, test, vi } from 'vitest';
import { followVisibleViewport } from '#ui/chat/follow-visible-viewport.ts';

const root = document.documentElement;
const visible = () => ({
  height: root.style.getPropertyValue('--visible-height'),
  top: root.style.getPropertyValue('--visible-top'),
});

function phone() {
  const viewport = Object.assign(new EventTarget(), { height: 844, offsetTop: 0, scale: 1 });
  const change = (values: Partial<typeof viewport>) => {
    Object.assign(viewport, values);
    viewport.dispatchEvent(new Event('resize'));
  };
  return { viewport: viewport as unknown as VisualViewport, change };
}

let end = vi.fn<() => void>();
afterEach(() => end());

test('a conversation is as high as the part of the page above the keyboard', () => {
  const { viewport, change } = phone();
  end = vi.fn(followVisibleViewport(viewport, root));
  expect(visible()).toEqual({ height: '', top: '' });
  change({ height: 508, offsetTop: 336 });
  expect(visible()).toEqual({ height: '508px', top: '336px' });
  change({ height: 844, offsetTop: 0 });
  expect(visible()).toEqual({ height: '844px', top: '0px' });
  end();
  change({ height: 508, offsetTop: 336 });
  expect(visible()).toEqual({ height: '', top: '' });
});

test('a zoomed conversation keeps its height', () => {
  const { viewport, change } = phone();
  end = vi.fn(followVisibleViewport(viewport, root));
  change({ height: 422, offsetTop: 100, scale: 2 });
  expect(visible()).toEqual({ height: '', top: '' });
});
