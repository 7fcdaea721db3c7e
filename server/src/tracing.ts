import type { Span, SpanStatusCode } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace-node';
import type { Request, Response } from 'express';
import type { MongoClient } from 'mongodb';
import pTimeout from 'p-timeout';
import type { Metrics } from './metrics.ts';
import { VERSION } from './version.ts';

/** A request whose end is awaited. */
type OpenRequest = {
  /** Everything that follows belongs to the request. */
  run(next: () => void): void;
  end(answered: { method: string; route: string; status: number }): void;
};

/**
 * Traces by OpenTelemetry; R507. A span has the names of a route, job, service, command and collection, and never an
 * id, an address, a value of a query or an error's message.
 */
export type Tracing = {
  /** Continues the caller's trace, if a W3C `traceparent` came along. */
  openRequest(request: Request, response: Response): OpenRequest;
  /** @param name of the span: `job relayEvents` @param work only work that takes time becomes a span: a promise */
  trace<T>(name: string, work: () => T): T;
  /** Makes a span of each database command from now on. The client needs `monitorCommands`. */
  watchCommands(client: MongoClient): void;
  /** For the log. @returns undefined outside of a span */
  readTraceId(): string | undefined;
  /** Sends what is left; gives up after three seconds. */
  stop(): Promise<void>;
};

/** A collector that does not answer must not keep the server from stopping. */
const STOP_MS = 3_000;

/**
 * Loads OpenTelemetry and starts to trace. The libraries read the standard variables (OTEL_…) themselves. They are
 * loaded only here: esbuild would make static imports a part of every start.
 * @param metrics count what is sent to the collector as the outside service `traces`
 */
export async function startTracing(metrics: Pick<Metrics, 'observeOutside'>): Promise<Tracing> {
  const [api, sdk, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const { context, propagation, ROOT_CONTEXT, SpanKind, trace } = api;
  const exporter = countExports(new OTLPTraceExporter(), metrics);
  const provider = new sdk.NodeTracerProvider({
    resource: resources
      .defaultResource()
      .merge(
        resources.resourceFromAttributes({
          'service.name': 'speakifyr',
          'service.version': VERSION,
        }),
      )
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  });
  provider.register();
  const tracer = provider.getTracer('speakifyr');

  return {
    openRequest(request, response) {
      const caller = propagation.extract(ROOT_CONTEXT, request.headers);
      const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER }, caller);
      const within = trace.setSpan(caller, span);
      // A caller who gives up closes it from outside; its line in the log is still one of the request.
      context.bind(within, response);
      return {
        run: (next) => context.with(within, next),
        end({ method, route, status }) {
          span.updateName(`${method} ${route}`);
          span.setAttributes({
            'http.request.method': method,
            'http.route': route,
            'http.response.status_code': status,
          });
          if (status >= 500) markFailed(span);
          span.end();
        },
      };
    },

    trace(name, work) {
      const span = tracer.startSpan(name, { kind: SpanKind.INTERNAL });
      const result = context.with(trace.setSpan(context.active(), span), work);
      if (result instanceof Promise)
        result.then(
          () => span.end(),
          (error: unknown) => {
            markFailed(span, error);
            span.end();
          },
        );
      return result;
    },

    watchCommands(client) {
      const open = new Map<number, Span>();
      const end = (requestId: number, failure?: unknown) => {
        const span = open.get(requestId);
        open.delete(requestId);
        if (failure) markFailed(span, failure);
        span?.end();
      };
      client
        .on('commandStarted', ({ requestId, commandName, command }) => {
          // Such as the look for due emails, every few seconds.
          if (!trace.getActiveSpan()) return;
          const collection = findCollection(commandName, command);
          const span = tracer.startSpan(`${commandName} ${collection}`.trim(), {
            kind: SpanKind.CLIENT,
            attributes: {
              'db.system.name': 'mongodb',
              'db.operation.name': commandName,
              ...(collection && { 'db.collection.name': collection }),
            },
          });
          open.set(requestId, span);
        })
        .on('commandSucceeded', ({ requestId }) => end(requestId))
        .on('commandFailed', ({ requestId, failure }) => end(requestId, failure));
    },

    readTraceId: () => trace.getActiveSpan()?.spanContext().traceId,

    async stop() {
      // What could not be sent is counted already.
      await pTimeout(provider.shutdown(), { milliseconds: STOP_MS, message: 'no collector' }).catch(
        () => {},
      );
    },
  };
}

/** As `SpanStatusCode.ERROR`, which only the loaded library has. */
const FAILED: SpanStatusCode.ERROR = 2;

/** @param error only its kind is kept: its message may have somebody's address */
function markFailed(span: Span | undefined, error?: unknown): void {
  span?.setStatus({ code: FAILED });
  if (error instanceof Error) span?.setAttribute('error.type', error.constructor.name);
}

/** @returns '' for a command without a collection */
function findCollection(commandName: string, command: Record<string, unknown>): string {
  const named = commandName === 'getMore' ? command['collection'] : command[commandName];
  return typeof named === 'string' ? named : '';
}

function countExports(
  exporter: SpanExporter,
  { observeOutside }: Pick<Metrics, 'observeOutside'>,
): SpanExporter {
  return {
    export(spans, done) {
      const startedAt = performance.now();
      exporter.export(spans, (result) => {
        const end = result.code === 0 ? 'done' : 'failed';
        observeOutside('traces', end, performance.now() - startedAt);
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}
