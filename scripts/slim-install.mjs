import { readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const PACKAGES = resolve(import.meta.dirname, '../node_modules');

/** Source maps, the TypeScript they lead to, and what is on the packages' pages anyhow. Licences stay. */
const UNREAD = /\.map$|(?<!\.d)\.[mc]?ts$|^(readme|changelog|history)\b.*\.(md|markdown)$/i;

/** Builds for other surroundings: nothing here resolves to them. */
const UNUSED_BUILDS = [
  ...['cordova', 'rn', 'web-extension-cjs', 'web-extension-esm'].map(
    (platform) => `@firebase/auth/dist/${platform}`,
  ),
  // All of ours are ES modules.
  'stripe/cjs',
  // The compiler's messages in other languages.
  ...'cs de es fr it ja ko pl pt-br ru tr zh-cn zh-tw'
    .split(' ')
    .map((language) => `typescript/lib/${language}`),
];

/**
 * Removes what no program here reads from the installed packages: a fifth of them. Runs after `npm ci` and
 * `npm install`; without it (`--ignore-scripts`) everything works as well.
 */
function slimInstall() {
  for (const build of UNUSED_BUILDS)
    rmSync(join(PACKAGES, build), { recursive: true, force: true });
  removeUnread(PACKAGES);
}

/** Links are left alone: they lead to our own workspaces. */
function removeUnread(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeUnread(path);
    else if (entry.isFile() && UNREAD.test(entry.name)) rmSync(path);
  }
}

slimInstall();
