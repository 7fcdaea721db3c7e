import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import { html } from '../http/page.ts';

/** The address of a Google account's picture in the sandbox: initials on a color. */
export function avatarAddress(origin: string, name: string): string {
  return `${origin}/emulator/auth/avatar.svg?${new URLSearchParams({ name }).toString()}`;
}

/** Draws the picture of a name. */
export const drawAvatar: RequestHandler = (request, response) => {
  const name = String(request.query['name'] ?? '');
  const words = name.trim().split(/\s+/);
  const initials = [words.at(0), words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')].at(0)?.toUpperCase() ?? '')
    .join('');
  const hue = createHash('sha256').update(name).digest().readUInt16BE() % 360;
  const picture = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
    <rect width="100" height="100" fill="hsl(${String(hue)} 45% 35%)" />
    <text x="50" y="65" text-anchor="middle" style="font: 42px system-ui, sans-serif; fill: #fff">
      ${initials}
    </text>
  </svg>`;
  response
    .set({
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': 'public, max-age=86400',
    })
    .type('svg')
    .send(picture.markup);
};
