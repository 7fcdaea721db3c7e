import { contract } from '@speakifyr/contract/contract.ts';
import type { Endpoint } from '@speakifyr/contract/endpoint.ts';
import { MAX_BODY_BYTES, TOTAL_COUNT_HEADER } from '@speakifyr/contract/limits.ts';
import { hideStandIns } from '@speakifyr/contract/stand-in-address.ts';
import compression from 'compression';
import {
  type Express,
  json,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import type { Bind, Handler } from '../calls.ts';
import type { Environment } from '../environment.ts';
import { ApiError } from '../errors.ts';
import {
  checkOwnEmail,
  identifyCaller,
  type KnownCaller,
  readTokenOwner,
  type TokenOwner,
} from '../identity/caller.ts';
import { admitKey, type KeyOwner, readKeyOwner } from '../programs/check-key.ts';
import type { Services } from '../services.ts';
import {
  type AnswerCache,
  type CachedAnswer,
  createAnswerCache,
  makeCachedAnswer,
  sendCached,
  WORTH_ZIPPING,
} from './cached-answers.ts';
import { createCallLimit, readAddress } from './limit-calls.ts';
import { admitToFamily } from './own-family.ts';
import { findStrangePictures, hideStrangePictures } from './pictures.ts';
import { isInBatches, sendBatches } from './send-batches.ts';
import { writeAnswer } from './write-answer.ts';

type Owner = TokenOwner | KeyOwner;

/**
 * Every call of the contract goes through this: whose token or key is it (401), is it too often (429), may they call (401,
 * 403), is the input valid (400), is it their own email (403), is it an admin's own family (409), then the handler, and a
 * response with only the contract's fields. Calls are counted before the database is asked, so that a flood costs it nothing.
 * R37, R43, R46, R511
 */
export function createBinder(app: Express, services: Services): Bind {
  const answerCache = createAnswerCache();
  const parseBody = json({ limit: MAX_BODY_BYTES });
  // Public answers are compressed once for all: cached-answers.ts.
  const compress = compression({ threshold: WORTH_ZIPPING });
  return (name, handler) => {
    const endpoint: Endpoint = contract[name];
    const [method, path] = name.split(' ') as ['GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string];
    // The table gives each name its own types, which TypeScript can't follow through a lookup by name.
    const handle = handler as unknown as Handler<Endpoint>;
    const parts = createParts(endpoint, services.environment);
    if (endpoint.cached) {
      app.get(`/api${path}`, answerFromCache(endpoint, parts, handle, answerCache));
      return;
    }
    const { limited, byHour, access } = endpoint;
    if (access.keys && (method !== 'GET' || access.who !== 'admin' || access.own))
      throw new Error(`Keys only open an admin’s GET about no caller, not '${endpoint.summary}'`);
    const limit = (limited ?? access.keys) && createCallLimit(services, { limited, byHour });
    app[METHODS[method]](
      `/api${path}`,
      compress,
      // Megabytes of a stranger are not even read.
      ...(endpoint.bodyBytes
        ? [readOwner, json({ limit: endpoint.bodyBytes, inflate: false })]
        : [...(endpoint.body ? [parseBody] : []), readOwner]),
      readCall,
      ...(limit ? [limit.limitCalls] : []),
      answerCaller,
      ...(limit ? [limit.limitRefused] : []),
    );

    async function readOwner(
      request: Request,
      response: Response,
      next: NextFunction,
    ): Promise<void> {
      const authorization = request.get('authorization');
      response.locals.owner =
        readKeyOwner(access, authorization) ??
        (await readTokenOwner(access, authorization, services));
      next();
    }

    function readCall(request: Request, response: Response, next: NextFunction): void {
      const { owner } = response.locals as { owner?: Owner };
      response.locals.input = readInput(endpoint, parts, request, owner);
      next();
    }

    async function answerCaller(request: Request, response: Response): Promise<void> {
      const { owner, input } = response.locals as { owner?: Owner; input: unknown };
      const caller = await admit(owner);
      if (input instanceof ApiError) throw input;
      const address = readAddress(request);
      const user = caller?.user && (await admitToFamily(name, input, caller.user, services));
      const known = caller && { ...caller, ...(user && { user }), address };
      const found = await handle(input as Record<string, unknown>, known);
      const { answer, total } = splitAnswer(found);
      if (total !== undefined) response.set(TOTAL_COUNT_HEADER, total);
      // Not after a refusal: otherwise, a flood of refused calls would force a new read for every visitor. A call that
      // fails after writing a part of its change shows up as late as a write by another process.
      if (endpoint.changesCatalogue) answerCache.clear();
      if (isInBatches(answer)) await sendBatches(answer, parts.parseOutput, response);
      else sendPrivately(parts.parseOutput(answer), response, endpoint.type);
    }

    async function admit(owner: Owner | undefined): Promise<KnownCaller | undefined> {
      if (!owner || !('keyHash' in owner)) return identifyCaller(access, owner, services);
      await admitKey(access, owner, services);
      return undefined;
    }
  };
}

/**
 * Sends what only the caller may see. Browsers don't store it, so it needs no ETag. A calendar program may keep a file
 * until it asks again. R124
 */
function sendPrivately(answer: unknown, response: Response, type: Endpoint['type']): void {
  if (type)
    response
      .set('Cache-Control', 'private, no-cache')
      .type(type)
      .end(hideStandIns(String(answer)));
  else
    // Nobody's browser shows it as a page, whatever is in it.
    response
      .set({ 'Cache-Control': 'no-store', 'Content-Disposition': 'attachment' })
      .type('json')
      .end(writeAnswer(answer));
}

/** Splits the total off a page of a list. `undefined` means done. */
function splitAnswer(found: unknown): { answer: unknown; total?: string } {
  if (found === undefined) return { answer: { status: true } };
  const { items, total } = (found ?? {}) as { items?: unknown; total?: unknown };
  const isPart = items !== undefined && typeof total === 'number';
  return isPart ? { answer: items, total: String(total) } : { answer: found };
}

/** Answers a public call from the cache. */
function answerFromCache(
  endpoint: Endpoint,
  { parseInput, parseOutput }: Parts,
  handle: Handler<Endpoint>,
  answerCache: AnswerCache,
): RequestHandler {
  if (endpoint.access.who !== 'visitor')
    throw new Error(`Only a call for everybody can be cached, not '${endpoint.summary}'`);
  const makeAnswer = async (request: Request): Promise<CachedAnswer> => {
    const { answer, total } = splitAnswer(await handle(parseInput(request), undefined));
    return makeCachedAnswer(parseOutput(answer), total);
  };
  return async (request, response) => {
    const address = request.originalUrl;
    const answer =
      answerCache.get(address) ??
      (await answerCache.forceFetch(address, { context: () => makeAnswer(request) }));
    if (answer.total !== undefined) response.set(TOTAL_COUNT_HEADER, answer.total);
    // Browsers ask each time, because seats change.
    sendCached(answer, request, response);
  };
}

/** @returns the checked input, or what is wrong with it. The caller learns it only after their role is checked */
function readInput(
  endpoint: Endpoint,
  { parseInput }: Parts,
  request: Request,
  owner: Owner | undefined,
): Record<string, unknown> | ApiError {
  try {
    const input = parseInput(request);
    checkOwnEmail(endpoint.access, input, owner && 'email' in owner ? owner : undefined);
    return input;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

const METHODS = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;

/** What a call takes and gives. */
type Parts = {
  /** @throws {ApiError} `invalid_input` that names every wrong field as `part.field` */
  parseInput: (request: Request) => Record<string, unknown>;
  /** Only the fields of the contract, and only our own pictures. */
  parseOutput: (answer: unknown) => unknown;
};

function createParts(endpoint: Endpoint, { IMAGE_ORIGINS }: Environment): Parts {
  const parsers = (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part];
    return schema
      ? [{ part, schema, findStrange: findStrangePictures(schema, IMAGE_ORIGINS) }]
      : [];
  });
  const hideStrange = hideStrangePictures(endpoint.output, IMAGE_ORIGINS);
  return {
    parseInput(request) {
      const input: Record<string, unknown> = {};
      const fields: Record<string, string> = {};
      for (const { part, schema, findStrange } of parsers) {
        // The body may be left out if every field in it may.
        const { data, error } = schema.safeParse(request[part] ?? {});
        input[part] = data;
        for (const { path, message } of error?.issues ?? [])
          fields[[part, ...path].join('.')] ??= message;
        for (const path of findStrange(data)) fields[[part, ...path].join('.')] ??= STRANGE_PICTURE;
      }
      if (Object.keys(fields).length > 0)
        throw new ApiError('invalid_input', undefined, { fields });
      return input;
    },
    parseOutput: (answer) => hideStrange(endpoint.output.parse(answer)),
  };
}

const STRANGE_PICTURE = 'Must be a picture that was uploaded here.';
