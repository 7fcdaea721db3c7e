import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

type Service = {
  image: string;
  user?: string;
  read_only: boolean;
  tmpfs: string[];
  cap_drop: string[];
  security_opt: string[];
  volumes?: string[];
  ports?: string[];
  environment: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string };
  stop_grace_period: string;
};

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const compose = parse(read('compose.yaml')) as {
  services: Record<'app' | 'mongo', Service>;
  volumes: Record<string, unknown>;
};
const { app, mongo } = compose.services;

describe('compose.yaml', () => {
  test.each(Object.entries(compose.services))(
    '%s can change nothing but its data',
    (_name, service) => {
      expect(service.read_only).toBe(true);
      expect(service.tmpfs.map((mount) => mount.split(':')[0])).toEqual(['/tmp']);
      expect(service.cap_drop).toEqual(['ALL']);
      expect(service.security_opt).toEqual(['no-new-privileges:true']);
      expect(parseInt(service.stop_grace_period)).toBeGreaterThan(10);
    },
  );

  test('the database keeps its data in a volume with a name, and nobody outside reaches it', () => {
    const [volume = ''] = mongo.volumes?.filter((mount) => mount.endsWith(':/data/db')) ?? [];
    expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0]);
    expect(mongo.ports).toBeUndefined();
    expect(mongo.user).toBe('mongodb');
  });

  test('the app waits for the database, and asks it with a password from .env', () => {
    expect(app.depends_on?.['mongo']?.condition).toBe('service_healthy');
    expect(mongo.healthcheck?.test).toContain('ping');
    expect(app.environment['MONGODB_URI']).toMatch(/\/\/speakifyr:\$\{MONGO_PASSWORD:\?/);
    expect(read('docker/create-user.js')).toContain('pwd: process.env.MONGO_PASSWORD');
    expect(app.environment['NODE_ENV']).toBe('production');
  });
});

describe('Dockerfile', () => {
  test('gives npm the manifest of every workspace', () => {
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
    const copied = [...read('Dockerfile').matchAll(/^COPY (\w+)\/package\.json \1\/$/gm)];
    expect(copied.map(([, name]) => name).sort()).toEqual(workspaces.toSorted());
  });
});
