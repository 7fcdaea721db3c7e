import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import type { Build } from '../build.ts';
import { send } from '../people.ts';
import { STRIPE_KEY } from '../school.ts';

/** A program that keeps something on disk, and what was acknowledged to us of it, by folder. */
export type DiskUser = {
  name: string;
  program(build: Build): string;
  portVariable: string;
  /** The folder of its store in the data folder. */
  store: string;
  /** Whether it ends by itself when the disk is full. */
  endsWhenFull: boolean;
  /** Writes until it is refused. @returns what it was told then */
  fill(port: number, folder: string): Promise<string>;
  write(port: number, folder: string, count: number): Promise<void>;
  /** @returns how much of what was acknowledged is not there, or not the same */
  missing(port: number, folder: string): Promise<number>;
};

/** Enough to fill any disk of ours. */
const MANY = 2_000;
const acknowledged = new Map<string, Map<string, string | number>>();

function memoryOf(folder: string): Map<string, string | number> {
  const found = acknowledged.get(folder) ?? new Map<string, string | number>();
  acknowledged.set(folder, found);
  return found;
}

type Row = { _id: string; text: string };

async function withRows<T>(
  port: number,
  use: (rows: ReturnType<ReturnType<MongoClient['db']>['collection']>) => Promise<T>,
): Promise<T> {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/disk`, {
    serverSelectionTimeoutMS: 1_000,
  });
  try {
    return await use(client.db().collection('rows'));
  } finally {
    await client.close();
  }
}

function insertRow(port: number, folder: string, count: number): Promise<string> {
  return withRows(port, async (rows) => {
    const memory = memoryOf(folder);
    try {
      for (let made = 0; made < count; made += 1) {
        const row: Row = { _id: `row ${memory.size}`, text: `${memory.size} `.repeat(200) };
        await rows.insertOne(row as never);
        memory.set(row._id, row.text);
      }
    } catch (error) {
      return String(error);
    }
    return '';
  });
}

const database: DiskUser = {
  name: 'The database',
  program: ({ mongo }) => mongo,
  portVariable: 'SANDBOX_MONGO_PORT',
  store: 'mongo',
  endsWhenFull: true,
  fill: (port, folder) => insertRow(port, folder, MANY),
  async write(port, folder, count) {
    const refusal = await insertRow(port, folder, count);
    if (refusal) throw new Error(refusal);
  },
  missing: (port, folder) =>
    withRows(port, async (rows) => {
      const found = new Map(
        (await rows.find({}).toArray()).map((row) => [String(row._id), row['text'] as string]),
      );
      return [...memoryOf(folder)].filter(([id, text]) => found.get(id) !== text).length;
    }),
};

/** Creates payments at Stripe's stand-in. @returns the refusal, or '' */
async function createIntents(port: number, folder: string, count: number): Promise<string> {
  const memory = memoryOf(folder);
  for (let made = 0; made < count; made += 1) {
    const amount = 100 + memory.size;
    const { status, body } = await callStripe(
      port,
      'POST',
      '/v1/payment_intents',
      `amount=${amount}&currency=usd`,
    );
    if (status !== 200) return JSON.stringify(body);
    memory.set((body as { id: string }).id, amount);
  }
  return '';
}

const stripe: DiskUser = {
  name: 'Stripe',
  program: ({ services }) => services,
  portVariable: 'SANDBOX_PORT',
  store: 'stripe',
  endsWhenFull: false,
  async fill(port, folder) {
    const pictures = await fillPictures(port, folder);
    return pictures + (await createIntents(port, folder, MANY));
  },
  async write(port, folder, count) {
    const refusal = await createIntents(port, folder, count);
    if (refusal) throw new Error(refusal);
  },
  async missing(port, folder) {
    let missing = 0;
    for (const [id, amount] of memoryOf(folder)) {
      const { body } = await callStripe(port, 'GET', `/v1/payment_intents/${id}`);
      if ((body as { amount?: number }).amount !== amount) missing += 1;
    }
    return missing;
  },
};

function callStripe(port: number, method: string, path: string, body?: string) {
  const headers = {
    Authorization: `Bearer ${STRIPE_KEY}`,
    'Content-Type': 'application/x-www-form-urlencoded',
  };
  return send({ port, method, path, headers, body });
}

/** A picture that the disk has no room for: a small one of PNG's, and much after its end. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** @returns what is wrong, or the refusal's sentence */
async function fillPictures(port: number, folder: string): Promise<string> {
  const form = new FormData();
  form.set('upload_preset', 'any');
  form.set('file', new Blob([PNG, Buffer.alloc(2_000_000)]), 'large.png');
  const answer = await fetch(`http://127.0.0.1:${port}/v1_1/any/image/upload`, {
    method: 'POST',
    body: form,
  });
  const body = await answer.text();
  if (answer.ok || !body.includes("can't be written"))
    throw new Error(`A picture without room was answered ${answer.status} ${body}`);
  const left = await readdir(join(folder, 'images'));
  return left.length > 0 ? `${left.length} halves of pictures are left: ` : '';
}

export const DISK_USERS: DiskUser[] = [database, stripe];
