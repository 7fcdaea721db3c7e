import { pickPublic, type WebSettings } from '@speakifyr/contract/web-settings.ts';
import { join } from 'node:path';
import { CLASS_HEAD_PLACE, SENT_MARK } from '@speakifyr/contract/page-head.ts';
import { DEFAULT_REFUND_TERMS } from '@speakifyr/contract/refund-terms.ts';
import { cleanup, render, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadPrerender } from '../../build/load-prerender.ts';
import { linkToClass } from '../lib/paths.ts';
import { buildClass } from '../testing/factories.ts';
import { answer } from '../testing/server.ts';
import { setPageTexts } from '../lib/page-texts.ts';
import { readFirstTexts } from '../../build/first-texts.ts';
import { readMarkdown } from '@speakifyr/contract/read-markdown.ts';
import { FIRST_SCHOOL, SCHOOL } from '@speakifyr/contract/school.ts';
import { App } from './app.tsx';
import { PlaceInDocument } from './place-in-document.tsx';

// Another school's: its settings are in each page.
vi.hoisted(() => {
  const config = document.getElementById('config')!;
  const school = { currency: 'EUR', currencyLabel: '€', timeZone: 'Europe/Berlin' };
  config.textContent = JSON.stringify({ ...JSON.parse(config.textContent), school });
});

const campClass = buildClass();
const CLASS_PATH = linkToClass(campClass._id);
const TEXTS = Object.fromEntries(
  Object.entries(readFirstTexts(join(import.meta.dirname, '../..'))).map(([name, text]) => [
    name,
    { version: FIRST_SCHOOL.termsDate, parts: readMarkdown(text, FIRST_SCHOOL) },
  ]),
);
/** As the server writes it. */
const CLASS_HEAD = `<title ${SENT_MARK}>From the server</title><meta name="description" content="From the server" ${SENT_MARK}/>`;

const PATHS = [
  '/',
  '/classes',
  '/instructors',
  '/about',
  '/questions',
  '/terms',
  '/refund-policy',
  '/privacy',
  '/contact',
  '/login',
  '/signup',
  CLASS_PATH,
];

/** The most that the build takes on a busy machine. */
const BUILD_MS = 60_000;

/** The HTML by path. The build's bundle has a React of its own: one React can't render for both sides. */
const pages = new Map<string, string>();
let problems: unknown[];

beforeAll(
  () =>
    loadPrerender(join(import.meta.dirname, '../..'), async ({ prerenderPage }) => {
      for (const path of PATHS) {
        const document = {
          firstPaint: '/first-paint.js',
          script: '/main.js',
          settings: { texts: TEXTS, school: pickPublic(SCHOOL) } as WebSettings,
          isClass: path === CLASS_PATH,
        };
        pages.set(path, await prerenderPage(document, path));
      }
    }),
  BUILD_MS,
);

beforeEach(() => {
  problems = [];
  setPageTexts(TEXTS);
  // React reports a page that differs from what the browser renders.
  vi.spyOn(console, 'error').mockImplementation((...problem) => void problems.push(problem));
  answer('GET /popularclass', []);
  answer('GET /classes', []);
  answer('GET /instructors', []);
  answer('GET /refundPolicy', DEFAULT_REFUND_TERMS);
  answer('GET /classes/:id', campClass);
});

afterEach(() => {
  cleanup();
  document.head.replaceChildren();
  history.replaceState(null, '', '/');
});

/** Shows what the build rendered, and lets React take over. */
function open(path: string): void {
  const page = new DOMParser().parseFromString(
    pages.get(path)!.replace(CLASS_HEAD_PLACE, CLASS_HEAD),
    'text/html',
  );
  for (const script of page.querySelectorAll('script')) script.remove();
  document.head.replaceChildren(...page.head.childNodes);
  document.body.replaceChildren(...page.body.childNodes);
  history.replaceState(null, '', path);
  render(
    <PlaceInDocument>
      <StrictMode>
        <App />
      </StrictMode>
    </PlaceInDocument>,
    {
      container: document.getElementById('root')!,
      hydrate: true,
      onRecoverableError: (problem) => problems.push(problem),
    },
  );
}

const countTags = (selector: string) => document.head.querySelectorAll(selector).length;

test.each(PATHS)(
  'the browser takes over %s as the build rendered it, with one title and one description',
  async (path) => {
    open(path);
    await waitFor(() => expect(countTags(`[${SENT_MARK}]`)).toBe(0));
    expect(problems).toEqual([]);
    expect(countTags('title')).toBe(1);
    expect(countTags('meta[name=description]')).toBe(1);
    expect(countTags('link[rel=canonical]')).toBe(1);
    expect(document.title).not.toBe('From the server');
  },
);
