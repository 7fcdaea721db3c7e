import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, expect, vi } from 'vitest';
import { provider } from './fake-firebase.ts';
import { network } from './server.ts';

// On a busy machine a lazy part of a page takes longer than the second that is usual.
configure({ asyncUtilTimeout: 5_000 });

/** What index.html brings. */
const config = document.createElement('script');
config.id = 'config';
config.type = 'application/json';
config.textContent = JSON.stringify({
  apiUrl: '/api',
  stripePublishableKey: 'pk_test',
  imageUploadUrl: 'http://images.test/upload',
  imageUploadPreset: 'photos',
});
document.head.append(config);

/** What jsdom lacks. Everything is near, and nobody asked for less motion or for the dark. */
class NearObserver implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  readonly #callback: IntersectionObserverCallback;
  constructor(callback: IntersectionObserverCallback) {
    this.#callback = callback;
  }
  observe() {
    this.#callback([{ isIntersecting: true } as IntersectionObserverEntry], this);
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
Element.prototype.scrollIntoView = () => {};
// The labels of dialogs are written by it.
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

vi.stubGlobal('fetch', network.fetch);

afterEach(async () => {
  cleanup();
  const { default: dialog } = await import('sweetalert2');
  dialog.close();
  document.body.replaceChildren();
  const unanswered = network.reset();
  localStorage.clear();
  provider.reset();
  expect(unanswered, 'calls that the test does not answer').toEqual([]);
});
