/// <reference lib="dom" />
import { AUTH_EVENT } from './messages.ts';

/** The end of the Google popup: sends the choice to the page that opened it, which then closes us. */
const { event, opener } = JSON.parse(document.getElementById('message')?.textContent ?? '{}') as {
  event: unknown;
  opener: string;
};
const page = window.opener as Window | null;
if (page) page.postMessage({ type: AUTH_EVENT, event }, opener);
else document.getElementById('lost')?.removeAttribute('hidden');
