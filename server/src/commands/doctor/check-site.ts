import { ask, type Finding, ok, wrong } from './check.ts';

/** Checks that the school answers at its public address. */
export async function checkSite(site: URL): Promise<Finding[]> {
  const about = 'The site';
  const answer = await ask(new URL('/api/readyz', site).href);
  if (!answer) return [wrong(about, `${site.origin} does not answer`)];
  if (answer.status !== 200) return [wrong(about, `${site.origin} answers but is not ready`)];
  if (site.protocol === 'http:' && !['localhost', '127.0.0.1'].includes(site.hostname))
    return [wrong(about, `${site.origin} is ready, but must use https`)];
  return [ok(about, `${site.origin} is ready`)];
}
