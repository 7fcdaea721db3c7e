import { EventEmitter } from 'node:events';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Contract } from '@speakifyr/contract/contract.ts';
import { FIRST_SCHOOL, SCHOOL, setSchool } from '@speakifyr/contract/school.ts';
import type { School } from '@speakifyr/contract/school-schema.ts';
import type { InputArguments, Output } from '@speakifyr/contract/endpoint.ts';
import type { ErrorBody } from '@speakifyr/contract/errors.ts';
import request, { type Agent } from 'supertest';
import { afterAll, beforeAll, inject } from 'vitest';
import { createApp } from '../app.ts';
import { connectDatabase } from '../database/connect.ts';
import { readEnvironment } from '../environment.ts';
import { createLog } from '../log.ts';
import { readFirstTexts, setTexts } from '../school/texts.ts';
import { createMetrics } from '../metrics.ts';
import { createFirebase } from '../outside/firebase.ts';
import { createMailer, PATIENCE } from '../outside/smtp.ts';
import { createCardPayments } from '../outside/stripe.ts';
import { createWebhookSender } from '../outside/webhook-sender.ts';
import type { SignIn } from '../outside/firebase-accounts.ts';
import type { Services } from '../services.ts';
import { checkAnswer } from './check-answer.ts';
import { makeSessionToken } from './documents.ts';
import { type SchoolChange, setUpSchool } from './school.ts';

/** The answer to a call: `body` is the contract's output if the status is 200, and an error body otherwise. */
export type Answer<K extends keyof Contract> = {
  status: number;
  headers: Record<string, string>;
  body: Output<Contract[K]> & ErrorBody;
};

/** Makes calls of the contract as one person, or as a visitor. */
export type Api = {
  call<K extends keyof Contract>(
    name: K,
    ...input: InputArguments<Contract[K]>
  ): Promise<Answer<K>>;
};

export type TestApp = Api & {
  services: Services;
  url: string;
  /** supertest on this server, for requests that are not calls of the contract: `http.get('/api/livez')`. */
  http: Agent;
  /** @param person a made user, or anybody's e-mail; with `uid`, `credentials` … for another session token */
  as(person: { email: string } & Partial<SignIn>): Api;
  /** Makes calls with any Authorization header. */
  withAuthorization(value: string): Api;
  /** Moves the server's clock forward. */
  passMinutes(minutes: number): void;
  close(): Promise<void>;
};

/** The settings of a test server. Each test file has its own `databaseName`. */
export function testVariables(databaseName: string): Record<string, string> {
  const uri = new URL(inject('mongoUri'));
  uri.pathname = `/${databaseName}`;
  return {
    NODE_ENV: 'test',
    PORT: '0',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    MONGODB_URI: uri.href,
    JWT_SECRET: 'a-secret-for-tests-that-is-long-enough',
    FIREBASE_PROJECT_ID: 'speakifyr-sandbox',
    FIREBASE_JWKS_URL: `${inject('sandboxUrl')}/jwks.json`,
    FIREBASE_API_KEY: 'key-of-the-tests',
    IDENTITY_TOOLKIT_URL: `${inject('sandboxUrl')}/identitytoolkit.googleapis.com`,
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: 'whsec_for_tests',
    STRIPE_API_URL: inject('sandboxUrl'),
    // All tests call from the same address.
    RATE_LIMIT_PER_MINUTE: '100000',
    MESSAGES_PER_HOUR: '100000',
    CHANGE_MAIL_MINUTES: '0',
    HOLDS_PER_ADDRESS: '100000',
  };
}

/** @returns a database name that no other test uses */
export function makeDatabaseName(): string {
  return `test_${randomUUID().slice(0, 8)}`;
}

/**
 * Starts the real app on a free port. It has a fresh database, the sandbox's Stripe and Firebase, and a clock that the
 * test can move.
 * @param replaced services that the test provides instead of the real ones
 * @param variables settings that differ from the usual ones
 * @param school what the school has decided otherwise than school.json says
 */
export async function startTestApp(
  replaced?: (services: Services) => Partial<Services>,
  variables?: Record<string, string>,
  school?: SchoolChange,
): Promise<TestApp> {
  setUpSchool(school);
  // A file before this one may have changed them.
  setTexts(readFirstTexts(undefined), FIRST_SCHOOL);
  return startServer(replaced, variables);
}

async function startServer(
  replaced: (services: Services) => Partial<Services> = () => ({}),
  variables: Record<string, string> = {},
): Promise<TestApp> {
  const environment = readEnvironment({ ...testVariables(makeDatabaseName()), ...variables });
  let clockOffset = 0;
  const real: Services = {
    environment,
    database: await connectDatabase(environment.MONGODB_URI),
    cardPayments: createCardPayments({
      secretKey: environment.STRIPE_SECRET_KEY,
      webhookSecret: environment.STRIPE_WEBHOOK_SECRET,
      apiUrl: environment.STRIPE_API_URL,
    }),
    provider: createFirebase(environment),
    log: createLog(environment),
    metrics: createMetrics(new Date()),
    tracing: null,
    mailer: createMailer(environment, { ...PATIENCE, betweenMs: 0 }),
    webhookSender: createWebhookSender(environment),
    mailBell: new EventEmitter(),
    stopping: new AbortController().signal,
    now: () => new Date(Date.now() + clockOffset),
  };
  const services = { ...real, ...replaced(real) };
  const server = createServer(await createApp(services));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    services,
    url,
    http: request(url),
    ...createApi(url),
    as: (person) => createApi(url, `Bearer ${makeSessionToken(person, services)}`),
    withAuthorization: (value) => createApi(url, value),
    passMinutes(minutes) {
      clockOffset += minutes * 60_000;
    },
    async close() {
      await new Promise((closed) => server.close(closed));
      await services.database.close();
    },
  };
}

/** A test app for all tests of a file. It can be used once they run. @see startTestApp for the parameters */
export function useTestApp(...options: Parameters<typeof startTestApp>): TestApp {
  return useStarted(() => startTestApp(...options));
}

/** Another server with the database of the first one, for all tests of a file. */
export function useSecondServer(...options: Parameters<typeof startSecondServer>): TestApp {
  return useStarted(() => startSecondServer(...options));
}

function useStarted(start: () => Promise<TestApp>): TestApp {
  const app = {} as TestApp;
  let before: School;
  beforeAll(async () => {
    before = SCHOOL;
    Object.assign(app, await start());
  });
  afterAll(async () => {
    await app.close();
    // What comes next goes on with the school that it had.
    setSchool(before);
  });
  return app;
}

/** Starts another server with the database of the first one, as `startTestApp` does. */
export function startSecondServer(
  { services }: TestApp,
  variables: Record<string, string> = {},
  replaced?: (services: Services) => Partial<Services>,
): Promise<TestApp> {
  const { MONGODB_URI } = services.environment;
  return startServer(replaced, { ...variables, MONGODB_URI });
}

/**
 * Checks every answer against the OpenAPI document.
 * @param url address of the server, without /api
 * @param authorization the Authorization header, if there is one
 */
export function createApi(url: string, authorization?: string): Api {
  return {
    async call(name, ...[input]) {
      const { params, query, body } = (input ?? {}) as Partial<
        Record<'params' | 'query', Record<string, string>> & { body: object }
      >;
      const [method, template = ''] = name.split(' ') as [Method, string];
      const path = template.replace(/:(\w+)/g, (_all, field: string) =>
        encodeURIComponent(params?.[field] ?? ''),
      );
      const call = request(url)[METHODS[method]](`/api${path}`);
      void call.query({ ...query });
      if (authorization) void call.set('Authorization', authorization);
      if (body) void call.send(body);
      const answer = await call;
      const answered = answer.type === 'text/calendar' ? answer.text : (answer.body as unknown);
      checkAnswer(name, answer.status, answer.headers as Record<string, string>, answered);
      return { status: answer.status, headers: answer.headers, body: answered as never };
    },
  };
}

const METHODS = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;
type Method = keyof typeof METHODS;
