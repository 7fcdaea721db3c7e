import type { Response } from 'express';

/** HTML from `html`, which escapes all texts in it. */
export interface Html {
  readonly markup: string;
}

/** Makes HTML. It escapes strings, but not other `Html`. */
export function html(parts: TemplateStringsArray, ...values: (string | Html | Html[])[]): Html {
  return { markup: parts.reduce((markup, part, i) => markup + render(values[i - 1] ?? '') + part) };
}

function render(value: string | Html | Html[]): string {
  if (typeof value === 'string') return escapeText(value);
  return Array.isArray(value) ? value.map((item) => item.markup).join('') : value.markup;
}

/** Escapes a text for HTML and XML, in content and in quoted attributes. */
function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Sets the headers of a page, so that it runs our scripts only. @param frames whether local pages may frame it */
export function setPageHeaders(response: Response, frames: 'framed' | 'alone' = 'alone'): void {
  const ancestors = frames === 'framed' ? 'http://localhost:* http://127.0.0.1:*' : "'none'";
  response.set({
    'Cache-Control': 'no-store',
    // 'no-referrer' would hide the origin of our own forms from us.
    'Referrer-Policy': 'same-origin',
    'Content-Security-Policy':
      "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; " +
      `connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors ${ancestors}`,
  });
}

/** A page for people. It fits a phone, and is light or dark. */
export function renderPage(title: string, main: Html, end: Html = html``): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <style>
          ${{ markup: STYLE }}
        </style>
      </head>
      <body>
        <main>${main}</main>
        ${end}
      </body>
    </html>`.markup;
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1e2b33; --quiet: #55636c; --paper: #fffbf3; --card: #fff;
  --line: #d8cfbf; --edge: #857b6c; --lake: #0b6470; --on-lake: #fff; --error: #b42318; }
@media (prefers-color-scheme: dark) { :root { --ink: #eaf2f0; --quiet: #aebdbd; --paper: #0f1c22;
  --card: #16272f; --line: #2c424c; --edge: #7f959c; --lake: #6ccad0; --on-lake: #0f1c22; --error: #ff9c91; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere; }
main { max-width: 28rem; margin: 0 auto; padding: 1.5rem 1.25rem 2rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
p { margin: 0 0 1rem; }
.quiet { color: var(--quiet); font-size: .9rem; }
.badge { display: inline-block; margin-bottom: .75rem; padding: .1rem .6rem; border: 1px solid var(--edge);
  border-radius: 1rem; font-size: .8rem; color: var(--quiet); }
.accounts { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: .75rem;
  overflow: hidden; background: var(--card); }
.accounts li + li { border-top: 1px solid var(--line); }
.account { display: flex; gap: .75rem; align-items: center; width: 100%; min-height: 3.75rem; padding: .6rem .9rem;
  border: 0; background: none; color: inherit; font: inherit; text-align: left; text-decoration: none;
  cursor: pointer; }
.account:hover { background: color-mix(in srgb, var(--lake) 10%, transparent); }
.account img { width: 2.25rem; height: 2.25rem; border-radius: 50%; flex: none; }
.account span { min-width: 0; }
.account small { display: block; color: var(--quiet); }
label { display: block; margin: .9rem 0 .25rem; font-weight: 600; }
input, textarea { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--edge); border-radius: .5rem;
  background: var(--card); color: inherit; font: inherit; }
.error { margin: .25rem 0 0; color: var(--error); font-size: .9rem; }
.count { margin: .75rem 0 .5rem; }
.facts { margin: .5rem 0 1rem; font-size: .9rem; }
.facts dt { color: var(--quiet); }
.facts dd { margin: 0 0 .35rem; }
.mail { width: 100%; height: 70vh; min-height: 24rem; border: 1px solid var(--line); border-radius: .75rem; }
main:has(.mail) { max-width: 46rem; }
.text { white-space: pre-wrap; }
summary { min-height: 2.75rem; padding: .5rem 0; cursor: pointer; }
a { color: var(--lake); }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.25rem; }
.button { min-height: 2.75rem; padding: .5rem 1.25rem; border: 1px solid var(--lake); border-radius: .5rem;
  background: var(--lake); color: var(--on-lake); font: inherit; font-weight: 600; cursor: pointer; text-decoration: none; }
.button.plain { background: none; color: var(--lake); }
:focus-visible { outline: 3px solid var(--lake); outline-offset: 2px; }
.account:focus-visible { outline-offset: -3px; }
`;
