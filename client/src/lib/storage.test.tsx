import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { HomePage } from '../pages/home-page.tsx';
import { LoginPage } from '../pages/login-page.tsx';
import { renderApp } from '../testing/render.tsx';
import { answer } from '../testing/server.ts';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import { deviceStorage, isStorageBlocked, tabStorage } from './storage.ts';

afterEach(() => vi.restoreAllMocks());

/** As a browser does that blocks all site data. */
function blockStorage() {
  for (const name of ['localStorage', 'sessionStorage'] as const)
    vi.spyOn(window, name, 'get').mockImplementation(() => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    });
}

test('what is kept stays with the device or the tab; if that is forbidden, it lives as long as the page', () => {
  deviceStorage.write('theme', 'dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  deviceStorage.remove('theme');
  expect(localStorage.getItem('theme')).toBeNull();
  expect(isStorageBlocked()).toBe(false);

  blockStorage();
  expect(isStorageBlocked()).toBe(true);
  for (const storage of [deviceStorage, tabStorage]) {
    expect(storage.read('theme')).toBeNull();
    storage.write('theme', 'light');
    expect(storage.read('theme')).toBe('light');
    storage.remove('theme');
    expect(storage.read('theme')).toBeNull();
  }
});

test('a full storage loses nothing that is written on this page', () => {
  tabStorage.write('draft', 'Hello');
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  tabStorage.write('draft', 'Hello, families');
  expect(tabStorage.read('draft')).toBe('Hello, families');
  tabStorage.remove('draft');
});

test('a browser that keeps nothing shows the public pages, and the log-in says what it must allow', async () => {
  blockStorage();
  answer('GET /classes', []);
  answer('GET /popularclass', []);
  answer('GET /instructors', []);
  answer('POST /connect', { connected: true, visitsToday: 1 });
  const home = renderApp(
    <>
      <ThemeSwitch />
      <HomePage />
    </>,
  );
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  home.unmount();

  renderApp(<LoginPage />, { at: '/login' });
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /allow cookies and site data for localhost/,
  );
});
