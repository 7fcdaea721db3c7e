import type { RequestHandler } from 'express';
import type { Services } from '../services.ts';

/**
 * Writes one warning if requests come through a proxy that the settings don't know: then all visitors have the proxy's
 * address, and share its limits. A visitor can also send the header, so it proves nothing.
 */
export function warnOfProxy({ environment, log }: Services): RequestHandler {
  let isWatching = environment.TRUST_PROXY === 0;
  return (request, _response, next) => {
    if (isWatching && request.headers['x-forwarded-for'] !== undefined) {
      isWatching = false;
      log.warn(
        'A request came with X-Forwarded-For, but TRUST_PROXY is 0. If the server is behind a proxy, all visitors share one rate limit and the seats that one address may hold: set TRUST_PROXY to the number of your proxies.',
      );
    }
    next();
  };
}
