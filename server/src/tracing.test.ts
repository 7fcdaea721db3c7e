import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { makeSessionToken } from './testing/documents.ts';
import { buildClass, buildUser, holdSeatOf } from './testing/factories.ts';
import { type Program, startProgram } from './testing/programs.ts';
import { makeDatabaseName, testVariables, useTestApp } from './testing/test-app.ts';
import { slowIt } from './testing/slow-tests.ts';

const variables = { ...testVariables(makeDatabaseName()), LOG_LEVEL: 'info' };
/** Makes what the program finds in its database. */
const app = useTestApp(() => ({}), variables);

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const OTHER_TRACE = '1bf7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';

type Span = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: object }[];
};

/** A collector of traces as OTLP over HTTP describes it: it keeps what is posted. */
async function openCollector(answers = true) {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (data: Buffer) => (body += data.toString()));
    request.on('end', () => {
      expect(request.url).toBe('/v1/traces');
      bodies.push(body);
      if (answers) response.setHeader('Content-Type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  opened.push(server);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    bodies,
    readSpans: () =>
      bodies
        .map((body) => JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] })
        .flatMap(({ resourceSpans }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans),
  };
}

const opened: Server[] = [];
let started: Program | undefined;
afterEach(() => {
  started?.child.kill('SIGKILL');
  for (const server of opened.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Prints at the end which packages of OpenTelemetry were loaded. All of them are CommonJS. */
const LIST_LOADED = `data:text/javascript,${encodeURIComponent(
  `import { Module } from 'node:module';
   process.on('exit', () => {
     const names = Object.keys(Module._cache).map((file) => /@opentelemetry.([\\w-]+)/.exec(file)?.[1]);
     console.log('LOADED ' + [...new Set(names)].filter(Boolean).sort().join(' ') + '.');
   });`,
)}`;

async function start(settings: Record<string, string>) {
  const program = await startProgram('server/src/main.ts', {
    ...variables,
    NODE_OPTIONS: `--import=${LIST_LOADED}`,
    ...settings,
  });
  started = program;
  let output = program.printed;
  program.child.stdout?.on('data', (data: Buffer) => (output += data.toString()));
  const url = `http://127.0.0.1:${program.port}/api`;
  return {
    url,
    /** SIGTERM. @returns the exit code, and all that was printed */
    async stop() {
      const closed = once(program.child, 'close');
      program.child.kill('SIGTERM');
      const [code] = (await closed) as [number | null];
      return { code, output };
    },
  };
}

/** Begins a payment, as the next step of a trace. @returns everything about it that nobody else should learn */
async function beginPayment(url: string): Promise<string[]> {
  const student = await buildUser(app);
  const campClass = await buildClass(app);
  const { cartId } = await holdSeatOf(app, student, campClass);
  const token = makeSessionToken(student, app.services);
  const answer = await fetch(`${url}/createPayment-intent`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      traceparent: `00-${TRACE}-${CALLER}-01`,
    },
    body: JSON.stringify({ cartId, price: campClass.price }),
  });
  expect(answer.status).toBe(200);
  const { clientSecret } = (await answer.json()) as { clientSecret: string };
  return [student.email, String(student._id), campClass.id, cartId, token, clientSecret];
}

/** A caller who is gone before the whole request was sent. */
async function giveUp(url: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(
    `POST /api/connect HTTP/1.1\r\nHost: camp\r\nContent-Length: 9\r\nExpect: 100-continue\r\n` +
      `Content-Type: application/json\r\ntraceparent: 00-${OTHER_TRACE}-${CALLER}-01\r\n\r\n`,
  );
  // The server has begun with it.
  await once(socket, 'data');
  socket.destroy();
}

const readLines = (output: string) =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

// Rules: R507.
it('a request is a part of the caller’s trace, with its database commands and calls of other services', async () => {
  const collector = await openCollector();
  const server = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    // Nothing is sent before the server stops.
    OTEL_BSP_SCHEDULE_DELAY: '600000',
  });
  const secrets = await beginPayment(server.url);
  await giveUp(server.url);
  expect(collector.bodies).toEqual([]);
  const { code, output } = await server.stop();

  expect(code).toBe(0);
  const spans = collector.readSpans();
  const inTrace = spans.filter(({ traceId }) => traceId === TRACE);
  const request = inTrace.find(({ parentSpanId }) => parentSpanId === CALLER);
  expect(request).toMatchObject({ name: 'POST /api/createPayment-intent' });
  expect(request?.attributes).toContainEqual({
    key: 'http.response.status_code',
    value: { intValue: 200 },
  });
  const children = inTrace.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  const names = children.map(({ name }) => name);
  expect(names).toContain('find users');
  expect(names).toContainEqual(expect.stringMatching(/^stripe \w+$/));
  // The request rings for the mailer, whose round is no part of it.
  expect(inTrace.map(({ name }) => name)).not.toContain('find events');

  const job = spans.find(({ name }) => name === 'job relayEvents');
  expect(job?.traceId).not.toBe(TRACE);
  expect(spans.filter(({ parentSpanId }) => parentSpanId === job?.spanId)).not.toEqual([]);

  const sent = collector.bodies.join('');
  expect(sent).toContain('"speakifyr"');
  for (const secret of secrets) expect(sent).not.toContain(secret);
  const line = readLines(output).find(({ route }) => route === '/api/createPayment-intent');
  expect(line).toMatchObject({ msg: 'request', traceId: TRACE });
  const givenUp = readLines(output).find((fields) => fields['givenUp']);
  expect(givenUp).toMatchObject({ msg: 'request', traceId: OTHER_TRACE });
  expect(output).toMatch(/LOADED api .*exporter-trace-otlp-http .*sdk-trace-node/);
}, 120_000);

slowIt(
  'without the setting, nothing that makes or sends traces is loaded, and the log names no trace',
  async () => {
    const server = await start({});
    await beginPayment(server.url);
    const { code, output } = await server.stop();

    expect(code).toBe(0);
    // prom-client loads the API, for metrics that name a trace. It makes none.
    expect(output).toContain('LOADED api.');
    expect(readLines(output).filter(({ msg }) => msg === 'request')).toHaveLength(1);
    expect(output).not.toContain('traceId');
  },
  120_000,
);

slowIt(
  'a collector that is away harms nothing, and the metrics count it',
  async () => {
    const server = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      OTEL_BSP_SCHEDULE_DELAY: '50',
      OTEL_EXPORTER_OTLP_TIMEOUT: '200',
    });
    await beginPayment(server.url);
    const readMetrics = async () => (await fetch(`${server.url}/metrics`)).text();
    await expect
      .poll(readMetrics)
      .toMatch(/outside_duration_seconds_count\{service="traces",result="failed"\} [1-9]/);
    await beginPayment(server.url);
    expect((await server.stop()).code).toBe(0);
  },
  120_000,
);

slowIt(
  'a collector that never answers does not keep the server from stopping',
  async () => {
    const collector = await openCollector(false);
    const server = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '600000',
    });
    await beginPayment(server.url);
    const { code, output } = await server.stop();
    expect(code).toBe(0);
    expect(collector.bodies).not.toEqual([]);
    expect(output).not.toContain('stopped before all running work was finished');
  },
  120_000,
);
