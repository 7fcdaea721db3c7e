import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { formatSettings, readWebSettings } from '@speakifyr/contract/web-settings.ts';
import { afterEach, expect, test } from 'vitest';
import { fillInSettings } from './fill-in-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'speakifyr-settings-'));
const [from, to] = [join(folder, 'built'), join(folder, 'filled-in')];

afterEach(() => rmSync(folder, { recursive: true }));

test('every page gets the settings, compressed or not, and scripts stay as they are', async () => {
  const page = (settings: string) => `<script id="config">${settings}</script>`;
  mkdirSync(join(from, 'assets'), { recursive: true });
  writeFileSync(join(from, 'index.html'), page(formatSettings(readWebSettings({}))));
  writeFileSync(join(from, 'index.html.br'), 'compressed without settings');
  writeFileSync(join(from, 'assets/main.js'), 'the script');
  const variables = { VITE_STRIPE_PUBLISHABLE_KEY: 'pk_test_</script>', VITE_API_URL: '/$&' };

  await fillInSettings(from, to, variables);

  const wanted = page(formatSettings(readWebSettings(variables)));
  expect(wanted).toContain('pk_test_\\u003c/script>');
  expect(readFileSync(join(to, 'index.html'), 'utf8')).toBe(wanted);
  expect(brotliDecompressSync(readFileSync(join(to, 'index.html.br'))).toString()).toBe(wanted);
  expect(readFileSync(join(to, 'assets/main.js'), 'utf8')).toBe('the script');
  // The settings can only be filled in once.
  await expect(fillInSettings(to, join(folder, 'again'), {})).rejects.toThrow('has no place');
});
