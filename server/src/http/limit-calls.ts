import { isIP } from 'node:net';
import type { Endpoint } from '@speakifyr/contract/endpoint.ts';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { ApiError } from '../errors.ts';
import { findTokenAccount, type TokenOwner } from '../identity/caller.ts';
import type { KeyOwner } from '../programs/check-key.ts';
import type { Services } from '../services.ts';
import { isCallersFault } from './error-handler.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A home or a phone usually gets an IPv6 network of this size. */
const IPV6_SUBNET = 56;

/**
 * Limits one call to RATE_LIMIT_PER_MINUTE or, if it is counted by the hour, to MESSAGES_PER_HOUR. Signed-in callers
 * are counted by the account in their token, API keys each for itself, others by address. Calls with a bad token or bad input are counted
 * separately: a flood of them from a school's shared address can't use up the limit of others there. Each server
 * process counts for itself. R42, R75, R511
 * @param call.limited missing: only calls with an API key are counted
 * @param call.byHour whether calls with good input are counted by the hour
 */
export function createCallLimit(
  services: Services,
  { limited, byHour }: Pick<Endpoint, 'limited' | 'byHour'>,
): {
  /** Comes after the token and the input are read, and before the account is looked up. */
  limitCalls: RequestHandler;
  /** Comes last: replaces the refusal of a bad token by `too_many_requests` when there were too many. */
  limitRefused: ErrorRequestHandler;
} {
  const { RATE_LIMIT_PER_MINUTE, MESSAGES_PER_HOUR } = services.environment;
  const perMinute = { windowMs: MINUTE_MS, limit: RATE_LIMIT_PER_MINUTE };
  const perHour = { windowMs: HOUR_MS, limit: MESSAGES_PER_HOUR };
  const createLimit = (
    rate: { windowMs: number; limit: number },
    findKey: (request: Request, response: Response) => string,
    others = {},
  ) =>
    rateLimit({
      ...rate,
      ...others,
      keyGenerator: findKey,
      handler: (request, _response, next) => next(tooManyRequestsError(request)),
      standardHeaders: false,
      legacyHeaders: false,
      // These checks print a warning when a caller forges X-Forwarded-For; TRUST_PROXY takes care of that.
      validate: false,
    });
  const countGood = createLimit(
    byHour ? perHour : perMinute,
    (request, response) => readAccount(response) ?? readAddress(request),
  );
  const countBad = createLimit(
    perMinute,
    (request, response) =>
      readAccount(response) ??
      // An expired token still proves who its owner is. They must learn that they need to renew it.
      findTokenAccount(request.get('authorization'), services) ??
      readAddress(request),
  );
  // Anybody can make up a key, and another one for each call: what is refused counts against the address, too.
  const countRefused = createLimit(perMinute, readAddress, { skipSuccessfulRequests: true });
  return {
    limitCalls(request, response, next) {
      if (!limited && !hasKey(response)) return next();
      response.locals.isCounted = true;
      const count = response.locals.input instanceof ApiError ? countBad : countGood;
      if (!hasKey(response)) return count(request, response, next);
      return countRefused(request, response, (tooMany?: unknown) =>
        tooMany ? next(tooMany) : count(request, response, next),
      );
    },
    limitRefused(error, request, response, next) {
      const isCounted = response.locals.isCounted || !limited;
      if (isCounted || !isCallersFault(error)) return next(error);
      return countBad(request, response, (tooMany?: unknown) => next(tooMany ?? error));
    },
  };
}

function readAccount({ locals }: Response): string | undefined {
  return (locals.owner as TokenOwner | KeyOwner | undefined)?.account;
}

function hasKey({ locals }: Response): boolean {
  return locals.owner !== undefined && 'keyHash' in locals.owner;
}

/**
 * The address of the connection or, behind TRUST_PROXY proxies, the one that the outermost of them saw. Anybody can
 * forge what is further left in X-Forwarded-For. An IPv6 address stands for its whole /56 network.
 */
export function readAddress({ ip, socket }: Request): string {
  // Some proxies, such as Azure's, add the port.
  const known = ip?.replace(/^(?:([\d.]+)|\[(.+)\]):\d+$/, '$1$2');
  const address = [known, socket.remoteAddress].find((text) => text && isIP(text));
  return address ? ipKeyGenerator(address, IPV6_SUBNET) : 'unknown';
}

function tooManyRequestsError(request: Request): ApiError {
  const { resetTime } = (request as Request & { rateLimit: { resetTime: Date } }).rateLimit;
  return new ApiError('too_many_requests', undefined, {
    retryAfterSeconds: Math.max(1, Math.ceil((resetTime.getTime() - Date.now()) / 1_000)),
  });
}
