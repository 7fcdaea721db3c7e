import '@testing-library/jest-dom/vitest';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import axios from 'axios';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { loadPhones } from '../lib/phones.ts';
import { provider } from './fake-firebase.ts';
import { findLabelsQuickly } from './quick-labels.ts';
import { network } from './server.ts';
import { answerTexts } from './texts.ts';
import { watchBareTexts } from './watch-bare-texts.ts';

// On a busy machine a lazy part of a page can take longer than the default of one second.
// What is not there yet is looked for many times: the page is printed once the test has failed, not each time.
configure({ asyncUtilTimeout: 15_000, getElementError: (message) => new Error(message ?? '') });

/** The settings that every page contains. */
const config = document.createElement('script');
config.id = 'config';
config.type = 'application/json';
config.textContent = JSON.stringify({
  apiUrl: '/api',
  stripePublishableKey: 'pk_test',
  imageUploadUrl: 'http://images.test/upload',
  imageUploadCloud: 'camp',
  imageUploadPreset: 'photos',
});
document.head.append(config);

/** What jsdom lacks. Every element counts as visible, and nobody prefers reduced motion or a dark theme. */
class NearObserver implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  readonly #callback: IntersectionObserverCallback;
  constructor(callback: IntersectionObserverCallback) {
    this.#callback = callback;
  }
  observe(target: Element) {
    const entry = { target, isIntersecting: true } as Partial<IntersectionObserverEntry>;
    this.#callback([entry as IntersectionObserverEntry], this);
  }
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}
vi.stubGlobal('IntersectionObserver', NearObserver);
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);
vi.stubGlobal('matchMedia', (media: string) => ({
  media,
  matches: false,
  addEventListener() {},
  removeEventListener() {},
  addListener() {},
  removeListener() {},
}));
vi.stubGlobal('scrollTo', () => {});
// Every picture can be opened, and drawn again as a small JPEG.
vi.stubGlobal('createImageBitmap', async () => ({ width: 40, height: 30, close() {} }));
HTMLCanvasElement.prototype.getContext = (() => ({ drawImage() {}, fillRect() {} })) as never;
HTMLCanvasElement.prototype.toBlob = (give) =>
  give({
    arrayBuffer: () => Promise.resolve(Uint8Array.of(0xff, 0xd8, 0xff, 0xd9).buffer),
  } as Partial<Blob> as Blob);
HTMLDialogElement.prototype.showModal = function () {
  this.open = true;
};
HTMLDialogElement.prototype.close = function (returnValue = '') {
  this.open = false;
  this.returnValue = returnValue;
  this.dispatchEvent(new Event('close'));
};
Element.prototype.scrollIntoView = () => {};
findLabelsQuickly();
Element.prototype.animate = () =>
  ({ cancel() {}, pause() {}, play() {} }) as Partial<Animation> as Animation;
// SweetAlert2 writes the labels of its dialogs with it.
Object.defineProperty(HTMLElement.prototype, 'innerText', {
  configurable: true,
  get(this: HTMLElement) {
    return this.textContent;
  },
  set(this: HTMLElement, text: string) {
    this.textContent = text;
  },
});
URL.createObjectURL = () => 'blob:preview';
URL.revokeObjectURL = () => {};

// Numbers are shown as after a moment: tests that load them look at it themselves.
await loadPhones();

// The app's axios instance takes it over when it is created, with the first call.
axios.defaults.adapter = network.answer;

const listBareTexts = watchBareTexts();

// What many forms ask for before they can be sent.
beforeEach(() => answerTexts());

// Files share modules, and what they read of the clock.
afterEach(() => void vi.useRealTimers());
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.log(prettyDOM());
  const bareTexts = listBareTexts();
  cleanup();
  const { default: dialog } = await import('sweetalert2');
  dialog.close();
  document.body.replaceChildren();
  const problems = network.reset();
  localStorage.clear();
  sessionStorage.clear();
  provider.reset();
  listBareTexts();
  expect(problems, 'problems with calls').toEqual([]);
  // A text needs an element of its own if it comes or goes, or stands after something that does.
  expect(bareTexts.join('\n'), 'on a translated page').toBe('');
});

// Days are expected as people read them in 2026: with the year if it is another one.
vi.mock('../lib/this-year.ts', () => ({ readThisYear: () => '2026' }));
