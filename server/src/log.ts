import { type DestinationStream, type Logger, pino } from 'pino';
import type { Environment } from './environment.ts';

/**
 * The log: one JSON object per line. No line has a token, key, password or card number, whatever an error contains:
 * only its type, code, message and stack are written, and secrets are cut out of every line.
 * @param stream the standard output, unless a test wants to read it
 * @param readTraceId of what runs at the moment; each line of it then has `traceId`
 */
export function createLog(
  environment: Environment,
  stream?: DestinationStream,
  readTraceId?: () => string | undefined,
): Logger {
  const ours = listSecrets(environment);
  return pino(
    {
      level: environment.LOG_LEVEL,
      serializers: { err: describeError },
      ...(readTraceId && { mixin: () => ({ traceId: readTraceId() }) }),
      hooks: { streamWrite: (line) => cutSecrets(line, ours) },
    },
    // Under load, several lines are written at once. The rest is written when the process ends.
    stream ?? pino.destination({ dest: 1, sync: false }),
  );
}

/** The shapes of session and ID tokens, Stripe keys, PaymentIntent secrets, and logins in an address. */
const SECRET_SHAPES: [RegExp, string][] = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  [/\b(?:sk|rk|whsec)_\w+/g, '[key]'],
  [/(_secret_)\w+/g, '$1[cut]'],
  [/(\w:\/\/)[^\s/@"]+@/g, '$1[cut]@'],
];

/**
 * Removes secrets from a text before it is printed.
 * @param known secret values that don't look like secrets
 */
export function cutSecrets(text: string, known: string[] = []): string {
  let cut = text;
  for (const secret of known) cut = cut.replaceAll(secret, '[cut]');
  for (const [shape, replacement] of SECRET_SHAPES) cut = cut.replace(shape, replacement);
  return cut;
}

function listSecrets(environment: Environment): string[] {
  const { JWT_SECRET, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, METRICS_TOKEN } = environment;
  const passwords = [environment.MONGODB_URI, environment.SMTP_URL ?? ''].map(
    // A user's name may be an email address.
    (url) => /^[\w+]+:\/\/[^/]*?:([^/]*)@/.exec(url)?.[1] ?? '',
  );
  const headers = (environment.OTEL_EXPORTER_OTLP_HEADERS ?? '')
    .split(',')
    .map((pair) => pair.slice(pair.indexOf('=') + 1));
  const secrets = [JWT_SECRET, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, METRICS_TOKEN ?? ''];
  return (
    [...secrets, ...headers, ...passwords, ...passwords.map(decodeURIComponent)]
      // Shorter values also occur in ordinary words.
      .filter((secret) => secret.length >= 6)
      // Log lines are JSON, so look for the escaped form.
      .map((secret) => JSON.stringify(secret).slice(1, -1))
  );
}

/** Leaves out everything else: libraries attach whole requests and responses to their errors. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return {
    type: error.constructor.name,
    message,
    ...(code !== undefined && { code }),
    stack,
    ...(cause !== undefined && { cause: describeError(cause) }),
  };
}

/**
 * Waits for work that a job will retry, so its failure is only logged.
 * @param problem for the log: 'a seat is not moved yet'
 * @param ids what the work is about
 */
export async function logFailure(
  work: Promise<unknown>,
  problem: string,
  { log }: { log: Logger },
  ids: object = {},
): Promise<void> {
  try {
    await work;
  } catch (error) {
    log.error({ err: error, ...ids }, problem);
  }
}
