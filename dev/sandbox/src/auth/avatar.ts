import { createHash } from 'node:crypto';
import { escapeText } from '../http/page.ts';
import type { Route } from '../http/router.ts';

/** Where the picture of a Google account of the sandbox lies: its initials on a colour of its own. */
export function avatarAddress(origin: string, name: string): string {
  return `${origin}/emulator/auth/avatar.svg?${new URLSearchParams({ name }).toString()}`;
}

/** Draws the pictures. */
export const avatarRoute: Route = {
  method: 'GET',
  path: '/emulator/auth/avatar.svg',
  handle({ url }) {
    const name = url.searchParams.get('name') ?? '';
    return {
      status: 200,
      headers: {
        'content-type': 'image/svg+xml; charset=utf-8',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'public, max-age=86400',
      },
      body: drawAvatar(name),
    };
  },
};

function drawAvatar(name: string): string {
  const words = name.trim().split(/\s+/);
  const initials = [words.at(0), words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')].at(0)?.toUpperCase() ?? '')
    .join('');
  const hue = createHash('sha256').update(name).digest().readUInt16BE() % 360;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="192" height="192" viewBox="0 0 192 192">` +
    `<rect width="192" height="192" fill="hsl(${hue} 45% 35%)"/>` +
    `<text x="96" y="96" dy=".36em" text-anchor="middle" font-family="system-ui, sans-serif" ` +
    `font-size="80" fill="#fff">${escapeText(initials)}</text></svg>`
  );
}
