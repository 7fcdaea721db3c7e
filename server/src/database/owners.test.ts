import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Collections } from './collections.ts';

const SOURCE = fileURLToPath(new URL('..', import.meta.url));

/**
 * Who writes each collection: a room, or a file of database/. The documents are described in database/, because a backup
 * and a migration read them all.
 */
const WRITERS: Record<keyof Collections, string[]> = {
  aidRequests: ['prices'],
  apiKeys: ['programs'],
  // A family says that a child is absent.
  attendance: ['attendance', 'families'],
  childContacts: ['families'],
  childHealth: ['families'],
  childPhotos: ['families'],
  children: ['families'],
  // Each write raises the version of the class.
  classes: ['database/class-store.ts'],
  closedMonths: ['admin'],
  codeUses: ['ledger'],
  contactMessages: ['messages'],
  creditNotes: ['ledger'],
  deletedAccounts: ['users'],
  events: ['events'],
  forms: ['forms'],
  // A child's go with it, and end with the right of who gave them.
  formAnswers: ['families', 'forms'],
  formParts: ['families'],
  imports: ['imports'],
  invitedAddresses: ['families'],
  layout: ['database/layout.ts', 'database/migrate.ts'],
  openTransfers: ['payments'],
  outbox: ['messages'],
  // The books; and what a bank, a card or the office says about a payment.
  payments: ['ledger', 'payments'],
  receipts: ['ledger'],
  refunds: ['ledger', 'payments'],
  safetyRecords: ['safety'],
  seatChanges: ['changes'],
  settings: ['database/settings-store.ts'],
  textVersions: ['school'],
  statements: ['ledger'],
  // An account has fields of many rooms: when somebody is free, what they hold, where their mail goes.
  users: [
    ...['account', 'admin', 'classes', 'events', 'families'],
    ...['instructors', 'messages', 'payments', 'seats', 'users'],
  ],
  visitDays: ['admin'],
  webhookDeliveries: ['programs'],
  webhooks: ['programs'],
};

/** They fill or restore a whole database. */
const WRITE_ALL =
  /^(demo\/|testing\/|database\/migrations\/|commands\/backup\/restore-backup\.ts$)/;
const WRITE = /\b(\w+)\s*\??\.\s*(?:insert|update|replace|delete|findOneAnd|bulkWrite)[A-Z]\w*\(/g;

describe('a collection', () => {
  it('is written by the room that owns it alone', () => {
    const writes = listSources().flatMap((path) =>
      [...readFileSync(SOURCE + path, 'utf8').matchAll(WRITE)].map(([, name]) => ({
        writer: path.startsWith('database/') ? path : path.split('/')[0]!,
        name,
      })),
    );
    const found = Object.keys(WRITERS).map((name) => [
      name,
      [
        ...new Set(writes.filter((write) => write.name === name).map(({ writer }) => writer)),
      ].sort(),
    ]);
    expect(Object.fromEntries(found)).toEqual(WRITERS);
  });
});

function listSources(): string[] {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.ts$/.test(path) && !/\.(test|testing)\.ts$/.test(path) && !WRITE_ALL.test(path),
  );
}
