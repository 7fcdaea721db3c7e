import '@speakifyr/contract/messages.ts';
import { MAX_EMAIL_LENGTH } from '@speakifyr/contract/limits.ts';
import * as z from 'zod';
import { isEasyToGuess } from './weak-secrets.ts';

/** Google's keys for Firebase ID tokens, https://firebase.google.com/docs/auth/admin/verify-id-tokens */
export const GOOGLE_JWKS_URL =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';
export const GOOGLE_TOOLKIT_URL = 'https://identitytoolkit.googleapis.com';
export const STRIPE_API_URL = 'https://api.stripe.com';

/** The services that production trusts. */
const REAL_SERVICES = [
  ['FIREBASE_JWKS_URL', GOOGLE_JWKS_URL, 'Google’s keys are'],
  ['IDENTITY_TOOLKIT_URL', GOOGLE_TOOLKIT_URL, 'Google’s accounts are'],
  ['STRIPE_API_URL', STRIPE_API_URL, 'Stripe itself is'],
] as const;

/** Values from .env.example and the sandbox. Anyone can read them. */
const KNOWN_SECRETS = [
  'change-me-to-a-long-random-text-of-your-own',
  'sandbox-session-secret-known-to-everybody',
  'whsec_sandbox_speakifyr',
  'sk_test_sandbox',
];

const port = z.coerce.number().int().min(0).max(65_535);
const origins = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((origin) => origin.trim())
      .filter(Boolean),
  )
  .refine(
    (list) => list.every(isOrigin),
    'must be a list of origins such as https://camp.example, without a path',
  );

/** Cloudinary, where pictures are uploaded, and the photos of Google accounts. */
const DEFAULT_IMAGE_ORIGINS = ['https://res.cloudinary.com', 'https://lh3.googleusercontent.com'];

const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: port.default(5000),
  HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  MONGODB_URI: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, {
      error: 'must start with mongodb:// or mongodb+srv://',
      abort: true,
    })
    .regex(/^\S+?:\/\/[^/]*\/[^/?]+/, 'must have the name of the database as its path'),
  JWT_SECRET: z.string().min(32, 'must have at least 32 characters'),
  FIREBASE_PROJECT_ID: z.string().min(1),
  FIREBASE_JWKS_URL: z.url().default(GOOGLE_JWKS_URL),
  FIREBASE_API_KEY: z.string().min(1),
  IDENTITY_TOOLKIT_URL: z
    .url()
    .transform((url) => url.replace(/\/+$/, ''))
    .default(GOOGLE_TOOLKIT_URL),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_/, 'must be a secret key such as sk_test_…'),
  STRIPE_WEBHOOK_SECRET: z.string().regex(/^whsec_/, 'must start with whsec_'),
  STRIPE_API_URL: z.url().default(STRIPE_API_URL),
  CLIENT_DIR: z.string().optional(),
  CLIENT_ORIGINS: origins.default([]),
  CSP_EXTRA_ORIGINS: origins.default([]),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, 'must be an origin such as https://camp.example, without a path')
    .optional(),
  SMTP_URL: z
    .string()
    .refine(
      isMailServer,
      'must be smtp:// or smtps:// with the server’s name, such as smtp://user:password@mail.example:587',
    )
    .optional(),
  MAIL_FROM: z.email('must be an email address').max(MAX_EMAIL_LENGTH).optional(),
  INBOUND_MAIL_DOMAIN: z
    .string()
    .regex(
      /^(?=.{4,150}$)([a-z0-9-]+\.)+[a-z][a-z0-9-]+$/,
      'must be a domain in small letters, such as reply.camp.example',
    )
    .optional(),
  INBOUND_MAIL_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  IMAGE_ORIGINS: origins.default(DEFAULT_IMAGE_ORIGINS),
  HOLDS_PER_ADDRESS: z.coerce.number().int().positive().default(8),
  JOB_SECONDS: z.coerce.number().positive().max(60).default(15),
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().positive().default(100),
  CHANGE_MAIL_MINUTES: z.coerce.number().min(0).max(60).default(5),
  MESSAGES_PER_HOUR: z.coerce.number().int().positive().default(10),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address such as http://collector:4318' })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  SEED_DEMO_DATA: z.stringbool().default(false),
  MIGRATE_AT_START: z.stringbool().default(false),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(30).default(0),
});

/** The server's settings. .env.example explains each one. R49, R62, R63 */
export type Environment = z.output<typeof schema>;

/** The names of all settings. */
export const ENVIRONMENT_VARIABLES = Object.keys(schema.shape);

/**
 * Reads the settings from environment variables.
 * @param variables usually `process.env`. An empty variable counts as not set; spaces around a value are ignored
 * @throws {Error} one message that lists every problem, one per line
 */
export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  const { settings, problems } = checkEnvironment(variables);
  if (!settings || problems.length > 0) throw new Error(describeProblems(problems));
  return settings;
}

/** @returns every problem with the settings, one line each, and the settings themselves if they can be read */
export function checkEnvironment(variables: Record<string, string | undefined>): {
  settings: Environment | undefined;
  problems: string[];
} {
  const given: Record<string, string | undefined> = Object.fromEntries(
    Object.entries(variables)
      .map(([name, value]) => [name, value?.trim()])
      .filter(([, value]) => value !== ''),
  );
  // The same public key as in the web app, unless the server has a key of its own.
  if (given['VITE_FIREBASE_API_KEY']) given['FIREBASE_API_KEY'] ??= given['VITE_FIREBASE_API_KEY'];
  const { data: settings, error } = schema.safeParse(given);
  const issues = error?.issues ?? [];
  return {
    settings,
    problems: [
      ...issues.map((issue) => `${issue.path.join('.')}: ${describe(issue, given)}`),
      ...findUnsafeSettings(settings ?? readWhatIsRight(given)),
      ...findMissingForMail(settings ?? readWhatIsRight(given), given),
    ],
  };
}

function readWhatIsRight(given: Record<string, string | undefined>): Partial<Environment> {
  return Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => [name, field.safeParse(given[name]).data]),
  );
}

/** @returns what a program prints when it can't start because of its settings */
export function describeProblems(problems: string[]): string {
  return `The settings are not right:\n${problems.map((line) => `  ${line}`).join('\n')}`;
}

function describe(issue: z.core.$ZodIssue, given: Record<string, unknown>): string {
  return String(issue.path[0]) in given ? issue.message : 'is missing';
}

/**
 * Whether any part of sign-in comes from Google itself, as opposed to a stand-in, which has one address for everything.
 */
export function usesRealSignIn({
  FIREBASE_JWKS_URL,
  IDENTITY_TOOLKIT_URL,
}: Pick<Partial<Environment>, 'FIREBASE_JWKS_URL' | 'IDENTITY_TOOLKIT_URL'>): boolean {
  return !haveOneOrigin([FIREBASE_JWKS_URL, IDENTITY_TOOLKIT_URL]);
}

/** Whether sign-in and payment are both the sandbox's. */
export function isSandbox(settings: Partial<Environment>): boolean {
  const { FIREBASE_JWKS_URL, IDENTITY_TOOLKIT_URL, STRIPE_API_URL: stripeUrl } = settings;
  return haveOneOrigin([FIREBASE_JWKS_URL, IDENTITY_TOOLKIT_URL, stripeUrl]);
}

function haveOneOrigin(urls: (string | undefined)[]): boolean {
  const origins = urls.map((url) => (url && URL.canParse(url) ? new URL(url).origin : undefined));
  return origins.every((origin) => origin !== undefined && origin === origins[0]);
}

/**
 * Production refuses the sandbox, weak secrets and unencrypted pages. Demo accounts, whose password everybody knows,
 * are only for the sandbox. Wherever Firebase or Stripe is real, well-known secrets are refused.
 */
function findUnsafeSettings(settings: Partial<Environment>): string[] {
  const problems: string[] = [];
  const isRealFirebase = usesRealSignIn(settings);
  const isRealStripe = settings.STRIPE_API_URL === STRIPE_API_URL;
  if (settings.SEED_DEMO_DATA && !isSandbox(settings))
    problems.push(
      'SEED_DEMO_DATA: demo accounts are only for the sandbox, because everybody knows their password; remove this setting',
    );
  if (settings.NODE_ENV === 'production') {
    for (const [name, real, who] of REAL_SERVICES)
      if (settings[name] !== real)
        problems.push(`${name}: only ${who} trusted in production; remove this setting`);
    for (const name of ['CLIENT_ORIGINS', 'CSP_EXTRA_ORIGINS', 'IMAGE_ORIGINS'] as const)
      if (settings[name]?.some((origin) => !origin.startsWith('https://')))
        problems.push(`${name}: only https:// is trusted in production`);
    if (settings.PUBLIC_URL?.startsWith('http:'))
      problems.push('PUBLIC_URL: must start with https:// in production');
    for (const name of [
      ...(['JWT_SECRET', 'STRIPE_WEBHOOK_SECRET'] as const),
      ...(['METRICS_TOKEN', 'INBOUND_MAIL_KEY'] as const),
    ])
      if (settings[name] && isEasyToGuess(settings[name].replace(/^whsec_/, '')))
        problems.push(`${name}: is too easy to guess; use a long random text`);
  }
  if (!isRealFirebase && !isRealStripe) return problems;
  for (const name of ['JWT_SECRET', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY'] as const)
    if (KNOWN_SECRETS.includes(settings[name] ?? ''))
      problems.push(`${name}: this is a public example; choose your own value`);
  return problems;
}

/** Emails need a sender, and the site's address for their links. */
function findMissingForMail(
  { SMTP_URL }: Partial<Environment>,
  given: Record<string, string | undefined>,
): string[] {
  const forMail = SMTP_URL ? ['MAIL_FROM', 'PUBLIC_URL'].filter((name) => !given[name]) : [];
  const inbound = ['INBOUND_MAIL_DOMAIN', 'INBOUND_MAIL_KEY'];
  const isInbound = inbound.some((name) => given[name]);
  return [
    ...forMail.map((name) => `${name}: is missing; emails need it (SMTP_URL is set)`),
    // With only one of them, answers would be lost.
    ...inbound
      .filter((name) => isInbound && !given[name])
      .map((name) => `${name}: is missing; set both, or neither`),
  ];
}

function isMailServer(text: string): boolean {
  if (!/^smtps?:/.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password, pathname, search, hash } = new URL(text);
  try {
    decodeURIComponent(`${username}${password}`);
  } catch {
    return false;
  }
  return Boolean(hostname) && /^\/?$/.test(pathname) && !search && !hash;
}

function isOrigin(text: string): boolean {
  return (
    URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text
  );
}
