import { matchPath } from 'react-router-dom';
import { expect, test } from 'vitest';
import pages from '../../../dev/e2e/pages.json' with { type: 'json' };
import { paths } from './paths.ts';

/** /dashboard and /dashboard/classes go on to another page, and a journey makes and checks a credit note: change.spec.ts. */
const NOT_VISITED: string[] = [paths.dashboard, paths.classList, paths.creditNote];
/** The page for addresses that no route has. */
const NOT_FOUND = 'not-found';

/** The pages that axe and the layout check visit. */
const visited = Object.values(pages).flatMap((ofRole) => Object.entries<string>(ofRole));

const matches = (path: string, address: string) =>
  matchPath(path, address.split('?')[0] ?? '') !== null;

test.each(Object.entries(paths).filter(([, path]) => !NOT_VISITED.includes(path)))(
  'the route %s (%s) is in dev/e2e/pages.json, so axe and the layout check visit it',
  (_name, path) => {
    expect(visited.filter(([, address]) => matches(path, address))).toHaveLength(1);
  },
);

test.each(visited.filter(([name]) => name !== NOT_FOUND))(
  'the page %s of dev/e2e/pages.json (%s) is the address of a route',
  (_name, address) => {
    expect(Object.values(paths).some((path) => matches(path, address))).toBe(true);
  },
);
