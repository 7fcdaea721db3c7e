import type { EventEmitter } from 'node:events';
import type { Logger } from 'pino';
import type { Database } from './database/connect.ts';
import type { Environment } from './environment.ts';
import type { Metrics } from './metrics.ts';
import type { Provider } from './outside/firebase.ts';
import type { Mailer } from './outside/smtp.ts';
import type { CardPayments } from './outside/stripe.ts';
import type { Tracing } from './tracing.ts';
import type { WebhookSender } from './outside/webhook-sender.ts';

/** Everything the features need from outside. Tests provide their own. */
export type Services = {
  environment: Environment;
  database: Database;
  cardPayments: CardPayments;
  provider: Provider;
  log: Logger;
  metrics: Metrics;
  /** null without OTEL_EXPORTER_OTLP_ENDPOINT. */
  tracing: Tracing | null;
  /** null without SMTP_URL: emails then wait in the outbox. */
  mailer: Mailer | null;
  webhookSender: WebhookSender;
  /** Rings when something causes an email, so that the mailer of this process doesn't wait for its next look. */
  mailBell: EventEmitter<{ ring: [] }>;
  /** Aborted when the server is told to stop. */
  stopping: AbortSignal;
  /** The clock. Tests move it instead of waiting for a hold to expire. */
  now(): Date;
};
