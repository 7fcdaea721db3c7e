import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { matchPath } from 'react-router-dom';
import { isFailedCall } from './api-error.ts';
import { apiUrl } from './config.ts';
import { isLoadError } from './connection.ts';
import { paths } from './paths.ts';

type Report = Input<Contract['POST /browserErrors']>['body'];

/** A page that fails again and again says nothing new. */
const MOST_REPORTS = 3;
/** As many as the server takes. */
const MOST_FRAMES = 8;

/** In this order: Edge also calls itself Chrome, and Chrome calls itself Safari. */
const BROWSERS = [
  [/Edg\w*\//, 'Edge'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom\w+\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;

const sent = new Set<string>();

/**
 * Sends a report about an error, once for each place and kind, and at most three until the page is loaded again. It is
 * not kept for later: without a connection there is no report. The contract says why it has no message. R506
 * @param error what was thrown
 * @param pathname the page's address at that moment; only its pattern is sent
 */
export function reportError(error: unknown, pathname: string): void {
  const report = describe(error, pathname);
  if (!report) return;
  const body = JSON.stringify(report);
  if (sent.size >= MOST_REPORTS || sent.has(body)) return;
  sent.add(body);
  // Not with axios, which may be what failed. `keepalive`: the person may leave the page that is broken.
  fetch(`${apiUrl}/browserErrors`, {
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body,
  }).catch(() => {});
}

/** @returns undefined for what is no failure of the app, or did not happen in its scripts */
function describe(error: unknown, pathname: string): Report | undefined {
  if (!(error instanceof Error) || error.name === 'AbortError') return undefined;
  // The page shows these itself, and loads again when it can.
  if (isLoadError(error) || isFailedCall(error)) return undefined;
  // Scripts of the browser's extensions fail, too.
  const frames = findFrames(error.stack ?? '');
  if (frames.length === 0) return undefined;
  return {
    page: Object.values(paths).find((path) => matchPath(path, pathname)) ?? 'other',
    name: /^\w{0,40}Error$/.test(error.name) ? error.name : 'Error',
    frames,
    browser: BROWSERS.find(([shape]) => shape.test(navigator.userAgent))?.[1] ?? 'other',
  };
}

/** @returns the places in our own scripts, innermost first, such as `/assets/main-1a2b.js:1:2345` */
function findFrames(stack: string): string[] {
  return stack
    .split(location.origin)
    .slice(1)
    .flatMap((rest) => /^\/assets\/[\w.-]{1,80}\.js:\d{1,7}:\d{1,7}/.exec(rest) ?? [])
    .slice(0, MOST_FRAMES);
}
