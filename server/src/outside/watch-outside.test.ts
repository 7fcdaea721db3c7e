import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MongoClient } from 'mongodb';
import { expect, it } from 'vitest';
import { createMetrics } from '../metrics.ts';
import { watchOutside } from './watch-outside.ts';

it('calls of a service are counted by how they end, and answer as before', async () => {
  const metrics = createMetrics(new Date());
  const service = watchOutside(
    'mail',
    {
      kind: 'smtp',
      sign: () => 'signed',
      send: (result: string) => Promise.resolve({ result }),
      check: () => Promise.reject(new Error('away')),
    },
    metrics,
    null,
  );
  expect([service.kind, service.sign()]).toEqual(['smtp', 'signed']);
  expect(await service.send('sent')).toEqual({ result: 'sent' });
  await service.send('refused');
  await expect(service.check()).rejects.toThrow('away');
  const text = await metrics.render(null, new Date());
  for (const result of ['sent', 'refused', 'failed'])
    expect(text).toContain(
      `speakifyr_outside_duration_seconds_count{service="mail",result="${result}"} 1`,
    );
});

it('database connections in use are counted, and who waits for one', async () => {
  const metrics = createMetrics(new Date());
  const client = new EventEmitter();
  metrics.watchConnections(client as MongoClient);
  const read = async () => {
    const text = await metrics.render(null, new Date());
    return ['used', 'awaited'].map((what) =>
      Number(new RegExp(`^speakifyr_database_connections_${what} (\\d+)$`, 'm').exec(text)?.[1]),
    );
  };
  for (const [event, counts] of [
    ['connectionCheckOutStarted', [0, 1]],
    ['connectionCheckedOut', [1, 0]],
    ['connectionCheckOutStarted', [1, 1]],
    ['connectionCheckOutFailed', [1, 0]],
    ['connectionCheckedIn', [0, 0]],
  ] as const) {
    client.emit(event);
    expect(await read(), event).toEqual(counts);
  }
});

it('the dashboard and the alerts ask only for metrics that there are', async () => {
  const text = await createMetrics(new Date()).render(null, new Date());
  const known = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name);
  for (const file of ['dashboard.json', 'alerts.yml']) {
    const asked = readFileSync(join(import.meta.dirname, '../../../docs/operations', file), 'utf8');
    const names = asked.match(/\b(speakifyr|http|process|nodejs)_\w+/g) ?? [];
    expect(names.length, file).toBeGreaterThan(8);
    for (const name of names)
      expect(known, file).toContain(name.replace(/_(bucket|count|sum)$/, ''));
  }
});
