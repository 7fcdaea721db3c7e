import { readFileSync } from 'node:fs';
import { describeProblems } from './environment.ts';

/** What nobody but the server should read. */
const SECRETS = [
  'FIREBASE_API_KEY',
  'INBOUND_MAIL_KEY',
  'JWT_SECRET',
  'METRICS_TOKEN',
  'MONGODB_URI',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
];

/**
 * Takes each secret from the file that `<its name>_FILE` names, as Docker and Kubernetes hand them to a container. Call
 * it before the settings are read.
 * @param variables usually `process.env`; it gets the secrets
 * @throws {Error} one message that lists every file that can't be read, and every secret that is given twice
 */
export function readSecretFiles(variables: Record<string, string | undefined>): void {
  const problems: string[] = [];
  for (const name of SECRETS) {
    const file = variables[`${name}_FILE`];
    if (!file) continue;
    if (variables[name]) problems.push(`${name}: is set, and ${name}_FILE too; keep one`);
    else
      try {
        variables[name] = readFileSync(file, 'utf8').trim();
        // A container's first program reads them, and then the server does.
        delete variables[`${name}_FILE`];
      } catch {
        problems.push(`${name}_FILE: ${file} can’t be read`);
      }
  }
  if (problems.length > 0) throw new Error(describeProblems(problems));
}
