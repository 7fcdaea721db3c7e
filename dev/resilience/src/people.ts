import type { Contract } from '@speakifyr/contract/contract.ts';
import type { InputArguments, Output } from '@speakifyr/contract/endpoint.ts';
import type { ErrorBody } from '@speakifyr/contract/errors.ts';

/** The answer to a call. Status 0 means that none came. */
export type Answer<Body = unknown> = {
  status: number;
  body: Body;
  /** How long it took, in milliseconds. */
  ms: number;
  /** What was called, such as `POST /api/jwt`. */
  call: string;
};

/** A signed-in user with a browser. */
export type Person = {
  email: string;
  call<K extends keyof Contract>(
    name: K,
    ...input: InputArguments<Contract[K]>
  ): Promise<Answer<Output<Contract[K]> & Partial<ErrorBody>>>;
};

/**
 * @param token asked for at each call, because the school's clock may run fast
 * @param port of the server that this person calls
 * @param onAnswer hears every answer, and which call it is about
 */
export function createPerson(
  email: string,
  port: number,
  token: () => string,
  onAnswer?: (answer: Answer, name: string) => void,
): Person {
  return {
    email,
    async call(name, ...[input]) {
      const { params, query, body } = (input ?? {}) as {
        params?: Record<string, string>;
        query?: Record<string, string>;
        body?: object;
      };
      const [method = '', template = ''] = String(name).split(' ');
      const path = template.replace(/:(\w+)/g, (_all, field: string) =>
        encodeURIComponent(params?.[field] ?? ''),
      );
      const answer = await send({
        port,
        method,
        path: `/api${path}?${new URLSearchParams(query)}`,
        headers: {
          Authorization: `Bearer ${token()}`,
          ...(body && { 'Content-Type': 'application/json' }),
        },
        body: body && JSON.stringify(body),
      });
      onAnswer?.(answer, name);
      return answer as Answer<never>;
    },
  };
}

/** How long a person waits for an answer: longer than the server may ever take. */
const PATIENCE_MS = 40_000;

/** Sends a request to a server on this machine. @returns the answer, with its body parsed if it is JSON */
export async function send(call: {
  port: number;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
}): Promise<Answer> {
  const { port, method, path, headers, body } = call;
  const started = performance.now();
  const answer = (status: number, content: unknown): Answer => ({
    status,
    body: content,
    ms: performance.now() - started,
    call: `${method} ${path}`,
  });
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const request = { method, headers, signal, ...(body !== undefined && { body }) };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, request);
    const text = await response.text();
    return answer(response.status, parse(text));
  } catch (error) {
    return answer(0, { code: String((error as Error).cause ?? error) });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
