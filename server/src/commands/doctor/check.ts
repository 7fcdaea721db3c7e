/**
 * The result of one check: `ok`, `wrong`, `warning` for something that works but is probably not intended, or `unknown`
 * if the check was not possible. The sentence names the setting to change, never a setting's value.
 */
export type Finding = {
  state: 'ok' | 'wrong' | 'warning' | 'unknown';
  about: string;
  sentence: string;
};

export type Settings = Record<string, string | undefined>;

/** How long a service may take to answer. */
const ANSWER_MS = 10_000;

const say =
  (state: Finding['state']) =>
  (about: string, sentence: string): Finding => ({ state, about, sentence });
export const ok = say('ok');
export const wrong = say('wrong');
export const warning = say('warning');
export const unknown = say('unknown');

/** What a service answered: its status and JSON. */
export type Answer = { status: number; body: Record<string, unknown> };

/**
 * @returns status and JSON of an answer; undefined when none came
 * @param options of fetch
 */
export async function ask(address: string, options: RequestInit = {}): Promise<Answer | undefined> {
  try {
    const answer = await fetch(address, { ...options, signal: AbortSignal.timeout(ANSWER_MS) });
    const body: unknown = await answer.json().catch(() => ({}));
    return { status: answer.status, body: (body ?? {}) as Record<string, unknown> };
  } catch {
    return undefined;
  }
}

/** @returns the message of the error in an answer of Google or Cloudinary; empty if there is none */
export function readErrorMessage(answer: Answer | undefined): string {
  const { message = '' } = (answer?.body['error'] ?? {}) as { message?: string };
  return message;
}
