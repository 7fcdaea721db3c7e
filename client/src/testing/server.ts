import { type CallErrorCode, listErrorCodes } from '@speakifyr/contract/call-errors.ts';
import { contract, type Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { ERRORS, type ErrorBody, type ErrorCode } from '@speakifyr/contract/errors.ts';
import { TOTAL_COUNT_HEADER } from '@speakifyr/contract/limits.ts';
import axios, { type AxiosAdapter, AxiosError, type InternalAxiosRequestConfig } from 'axios';

type CallName = keyof Contract;

/** Every error code that the contract lists for a join. */
export const JOIN_ERRORS = contract['POST /addClass'].errors;

/** What a test can read about a call. */
export type SentCall = {
  params: Record<string, unknown>;
  query: Record<string, string>;
  body: unknown;
  /** The Authorization header. */
  authorization: string | null;
};

class Refusal<C extends ErrorCode> {
  readonly body: ErrorBody & { code: C };
  constructor(body: ErrorBody & { code: C }) {
    this.body = body;
  }
}

class ListPage<T> {
  readonly items: T;
  readonly total: number;
  constructor(items: T, total: number) {
    this.items = items;
    this.total = total;
  }
}

type Answer<K extends CallName> =
  Output<Contract[K]> | ListPage<Output<Contract[K]>> | Refusal<CallErrorCode<Contract[K]>>;

/** `text` replaces the body with something that is not JSON. */
type Reply = { status: number; body?: unknown; text?: string; headers?: Record<string, string> };

type Handler = {
  method: string;
  address: RegExp;
  /** @returns undefined if the connection breaks */
  respond: (
    params: Record<string, string>,
    url: URL,
    config: InternalAxiosRequestConfig,
  ) => Promise<Reply | undefined>;
};

/** Newest first: a later answer to the same call replaces an earlier one. */
let handlers: Handler[] = [];
/** What is wrong with the test itself. */
let problems: string[] = [];

const answerCall: AxiosAdapter = async (config) => {
  const url = new URL(axios.getUri(config), location.href);
  const method = (config.method ?? 'get').toUpperCase();
  const reply = await findReply(method, url, config);
  if (!reply) throw new AxiosError('Network Error', AxiosError.ERR_NETWORK, config);
  const { status, body, text, headers = {} } = reply;
  const response = {
    status,
    statusText: '',
    data: text ?? JSON.stringify(body),
    headers,
    config,
    request: undefined,
  };
  if (config.validateStatus?.(status)) return response;
  const message = `Request failed with status code ${status}`;
  throw new AxiosError(message, AxiosError.ERR_BAD_REQUEST, config, undefined, response);
};

async function findReply(method: string, url: URL, config: InternalAxiosRequestConfig) {
  for (const { method: ofHandler, address, respond } of handlers) {
    const found = method === ofHandler && address.exec(url.origin + url.pathname);
    if (!found) continue;
    const params = Object.entries({ ...found.groups }).map(([field, text]) => [
      field,
      decodeURIComponent(text),
    ]);
    return respond(Object.fromEntries(params), url, config);
  }
  problems.push(`${method} ${url.href}: the test does not answer this call`);
  return undefined;
}

/** Stands in for the network. setup.ts gives it to axios, and fails a test that had problems. */
export const network = {
  answer: answerCall,
  /** Forgets all answers. @returns what was wrong with the test's calls and answers */
  reset(): string[] {
    const found = problems;
    handlers = [];
    problems = [];
    return found;
  },
};

/** @param address with `:name` for the parts that vary */
function handle(method: string, address: string, respond: Handler['respond']): void {
  const pattern = address.replace(/(?<=\/):(\w+)/g, '(?<$1>[^/]+)');
  handlers.unshift({ method, address: new RegExp(`^${pattern}$`), respond });
}

function handleCall(name: CallName, respond: Handler['respond']): void {
  const [method = '', path = ''] = name.split(' ');
  handle(method, `${location.origin}/api${path}`, respond);
}

/** Answers a call for tests that do not care about it. A test's own answer wins, whether given before or after. */
export function answerUnlessTold<K extends CallName>(name: K, given: Output<Contract[K]>): void {
  const told = handlers;
  handlers = [];
  answer(name, given);
  handlers = [...told, ...handlers];
}

/**
 * Answers a call of the contract, until the test ends or answers the same call again.
 * @param given the answer, or a function that makes it from the call; for errors see `refuse`
 */
export function answer<K extends CallName>(
  name: K,
  given: Output<Contract[K]> | ((call: SentCall) => Answer<K> | Promise<Answer<K>>),
): void {
  handleCall(name, async (params, url, { data, headers }) => {
    const call: SentCall = {
      params,
      query: Object.fromEntries(url.searchParams),
      body: typeof data === 'string' ? JSON.parse(data) : undefined,
      authorization: headers.has('Authorization') ? String(headers.get('Authorization')) : null,
    };
    const made: unknown = typeof given === 'function' ? await given(call) : given;
    if (made instanceof Refusal) return replyRefusal(name, made.body);
    if (made instanceof ListPage) return replyList(made.items, made.total);
    if (Array.isArray(made)) return replyList(made, made.length);
    return { status: 200, body: made };
  });
}

/** Types keep a test from answering with an error that the call does not declare; this catches casts. */
function replyRefusal(name: CallName, body: ErrorBody): Reply {
  if (!listErrorCodes(contract[name]).includes(body.code))
    problems.push(`${name} does not declare the error ${body.code}, which the test answers with`);
  return { status: ERRORS[body.code].status, body };
}

/**
 * Answers uploads to the image host until the test ends.
 * @param respond makes the host's answer from the posted form; the status is 200 unless it says otherwise
 */
export function answerUpload(respond: (form: FormData) => { status?: number; body: object }): void {
  handle('POST', 'http://images.test/upload', async (_params, _url, { data }) => {
    if (!(data instanceof FormData)) throw new TypeError('The image host takes a form');
    const { status = 200, body } = respond(data);
    return { status, body };
  });
}

function replyList(items: unknown, total: number): Reply {
  const headers = { [TOTAL_COUNT_HEADER.toLowerCase()]: String(total) };
  return { status: 200, body: items, headers };
}

/** One page of a longer list, for `answer`. @param total the number of entries on all pages */
export function pageOf<T extends unknown[]>(items: T, total: number): ListPage<T> {
  return new ListPage(items, total);
}

/** An error with the server's words, for `answer`. */
export function refuse<C extends ErrorCode>(
  code: C,
  more: Partial<Omit<ErrorBody, 'code'>> = {},
): Refusal<C> {
  return new Refusal({ code, message: ERRORS[code].message, ...more });
}

/** A page instead of JSON, such as a hotel's Wi-Fi sends until the guest has logged in. */
export function answerWithPage(name: CallName, status = 200): void {
  handleCall(name, async () => ({ status, text: '<h1>Welcome to our hotel</h1>' }));
}

/** The first entries of a list that breaks off, as when the server stops in the middle of it. */
export function breakOff(name: CallName, items: object[]): void {
  const text = `[${items.map((item) => `${JSON.stringify(item)},`).join('')}`;
  handleCall(name, async () => ({ status: 200, text }));
}

/** No answer at all, as when the connection breaks. */
export function breakConnection(name: CallName): void {
  handleCall(name, () => Promise.resolve(undefined));
}
