import type { Environment } from './environment.ts';
import { listOfDemo } from './of-the-demo.ts';
import { DECIDED_BY_DIRECTOR } from './old-settings.ts';
import { GOOGLE_JWKS_URL, STRIPE_API_URL } from './environment.ts';

/** More proxies of your own than this in a row are unusual. */
const MANY_PROXIES = 3;

/**
 * Settings that work but are probably not intended. The server logs them at start, and the doctor shows them. They
 * never contain a setting's value. R49
 * @param variables usually `process.env`
 * @returns one line each, starting with the setting's name
 */
export function listWarnings(
  settings: Partial<Environment>,
  variables: Record<string, string | undefined>,
): string[] {
  const { NODE_ENV, STRIPE_SECRET_KEY, MONGODB_URI, TRUST_PROXY = 0, PUBLIC_URL } = settings;
  const warnings: string[] = [];
  if (NODE_ENV === 'production' && /^(sk|rk)_test_/.test(STRIPE_SECRET_KEY ?? ''))
    warnings.push('STRIPE_SECRET_KEY: is a key of the test mode, so nobody pays real money');
  if (MONGODB_URI && !isLoopback(MONGODB_URI) && !hasLogin(MONGODB_URI))
    warnings.push('MONGODB_URI: has no login; anyone who reaches the database can change it');
  if (TRUST_PROXY > MANY_PROXIES)
    warnings.push(
      'TRUST_PROXY: is high; with more than your own proxies, visitors can choose their address',
    );
  if (TRUST_PROXY === 0 && PUBLIC_URL?.startsWith('https:'))
    warnings.push(
      'TRUST_PROXY: is 0, but something in front of the server must do https; if it is a proxy, all visitors share one rate limit and the seats that one address may hold',
    );
  const isReal =
    settings.FIREBASE_JWKS_URL === GOOGLE_JWKS_URL || settings.STRIPE_API_URL === STRIPE_API_URL;
  if (isReal && !PUBLIC_URL)
    warnings.push(
      'PUBLIC_URL: is not set, so links to pages that people share have no picture and no address, and search engines get no sitemap',
    );
  if (isReal && !settings.SMTP_URL)
    warnings.push('SMTP_URL: is not set, so emails wait in the outbox and nobody gets any');
  const ofDemo = listOfDemo();
  if (isReal && ofDemo.length > 0)
    warnings.push(
      `Settings → School: is still the demo school’s: ${ofDemo.join(', ')}; with its seller, no card is taken`,
    );
  for (const name of Object.keys(DECIDED_BY_DIRECTOR))
    if (variables[name])
      warnings.push(
        `${name}: is not read anymore; a director enters it under Settings → School, and this line can go`,
      );
  return warnings;
}

/** User and hosts of a database's address. It may name several hosts, so `URL` can't parse it. */
const DATABASE = /^mongodb(?:\+srv)?:\/\/(?:([^@/]*)@)?([^/?]*)/;

function hasLogin(uri: string): boolean {
  // With a certificate, for example, the user is not in the address.
  return Boolean(DATABASE.exec(uri)?.[1]) || /[?&]authMechanism=/i.test(uri);
}

function isLoopback(uri: string): boolean {
  const hosts = DATABASE.exec(uri)?.[2]?.split(',') ?? [];
  return hosts.every((host) => /^(localhost|127(\.\d+){3}|\[::1\]|.*\.sock)(:\d+)?$/i.test(host));
}
