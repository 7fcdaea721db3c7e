import { contract } from '@speakifyr/contract/contract.ts';
import type { Endpoint } from '@speakifyr/contract/endpoint.ts';
import { MAX_BODY_BYTES, TOTAL_COUNT_HEADER } from '@speakifyr/contract/limits.ts';
import { type Express, json, type Request, type RequestHandler, type Response } from 'express';
import type { z } from 'zod';
import type { Bind, Caller, Handler, Reply } from '../calls.ts';
import { checkOwnEmail, identifyCaller } from '../identity/caller.ts';
import { readCallerAddress } from '../rate-limits/caller-address.ts';
import { createCallLimit } from '../rate-limits/rate-limits.service.ts';
import type { Services } from '../services.ts';
import { ApiError } from '../errors.ts';
import { type CachedAnswer, type CachedAnswers, makeCachedAnswer } from './cached-answers.ts';
import { sendCachedAnswer } from './send-cached-answer.ts';
import { nameRoute } from './track-requests.ts';

/**
 * Makes the one function through which every call of the contract comes in:
 * is it too often (429, before anything else is looked at), who calls (401, 403), is the input right (400), is it
 * their own e-mail (403), the handler, and an answer that holds just what the contract says.
 */
export function createBinder(app: Express, services: Services, cachedAnswers: CachedAnswers): Bind {
  const countCall = createCallLimit(services);
  const parseBody = json({ limit: MAX_BODY_BYTES });
  return (name, handler) => {
    const endpoint: Endpoint = contract[name];
    const [method, path] = name.split(' ') as ['GET' | 'POST' | 'PATCH' | 'DELETE', string];
    // The table gives each name its own types, which TypeScript can't follow through a lookup by name.
    const handle = handler as unknown as Handler<Endpoint>;
    const limitCalls: RequestHandler = (request, _response, next) => {
      countCall(`${name} ${readCallerAddress(request)}`);
      next();
    };
    const before = [
      ...(endpoint.limited ? [limitCalls] : []),
      ...(endpoint.body ? [parseBody] : []),
    ];
    const answer = endpoint.cached
      ? answerFromBytes(endpoint, handle, cachedAnswers)
      : answerCaller;
    app[METHODS[method]](`/api${path}`, ...before, answer);

    async function answerCaller(request: Request, response: Response): Promise<void> {
      const caller = await identifyCaller(endpoint.access, request.get('authorization'), services);
      const input = parseInput(endpoint, request);
      checkOwnEmail(endpoint.access, input, caller);
      const reply: Reply = {
        setTotal: (total) => void response.set(TOTAL_COUNT_HEADER, String(total)),
      };
      try {
        const answer = await handle(input, caller as Caller<Endpoint>, reply);
        sendPrivately(endpoint.output.parse(answer), response);
      } finally {
        // Also where it failed: half of it may be written.
        if (endpoint.changesCatalogue) cachedAnswers.clear();
      }
    }
  };
}

/** Sends what is meant for the caller alone: no browser keeps it, so it needs no ETag either. */
function sendPrivately(answer: unknown, response: Response): void {
  response.set('Cache-Control', 'no-store').type('json').end(JSON.stringify(answer));
}

/** Answers a public call with bytes that are made once for all who ask. */
function answerFromBytes(
  endpoint: Endpoint,
  handle: Handler<Endpoint>,
  cachedAnswers: CachedAnswers,
): RequestHandler {
  if (endpoint.access.who !== 'visitor')
    throw new Error(`Only what everybody may see is cached, not '${endpoint.summary}'`);
  const make = async (request: Request): Promise<CachedAnswer> => {
    let total: string | undefined;
    const reply: Reply = { setTotal: (count) => void (total = String(count)) };
    const answer = await handle(parseInput(endpoint, request), undefined, reply);
    return makeCachedAnswer(nameRoute(request), endpoint.output.parse(answer), total);
  };
  return async (request, response) => {
    const answer = await cachedAnswers.get(request.originalUrl, () => make(request));
    sendCachedAnswer(answer, request, response);
  };
}

const METHODS = { GET: 'get', POST: 'post', PATCH: 'patch', DELETE: 'delete' } as const;

/** @throws {ApiError} `invalid_input` that names every wrong field as `part.field` */
function parseInput(endpoint: Endpoint, request: Request): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  const fields: Record<string, string> = {};
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part];
    if (!schema) continue;
    const parsed = schema.safeParse(request[part]);
    if (parsed.success) input[part] = parsed.data;
    else addIssues(fields, part, parsed.error);
  }
  if (Object.keys(fields).length > 0) throw new ApiError('invalid_input', undefined, { fields });
  return input;
}

function addIssues(fields: Record<string, string>, part: string, error: z.ZodError): void {
  for (const issue of error.issues) fields[[part, ...issue.path].join('.')] ??= issue.message;
}
