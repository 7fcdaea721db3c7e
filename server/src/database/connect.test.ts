import { expect, inject, it } from 'vitest';
import { makeDatabaseName } from '../testing/test-app.ts';
import { connectDatabase } from './connect.ts';

// Rules: R205.
it('the database’s address can’t switch off that writes survive and that reads see them', async () => {
  const address = new URL(inject('mongoUri'));
  address.pathname = makeDatabaseName();
  address.search = new URLSearchParams({
    w: '0',
    journal: 'false',
    wtimeoutMS: '1',
    readPreference: 'secondaryPreferred',
    maxStalenessSeconds: '90',
    readConcernLevel: 'available',
  }).toString();
  const { client, collections, close } = await connectDatabase(address.href, {
    monitorCommands: true,
  });
  const sent: Record<string, unknown>[] = [];
  client.on('commandStarted', ({ command }) => sent.push(command));
  try {
    const _id = 'somebody';
    await collections.deletedAccounts.insertOne({ _id, deletedAt: new Date() });
    await collections.deletedAccounts.updateOne({ _id }, { $set: { deletedAt: new Date() } });
    await collections.deletedAccounts.findOne({ _id });
    await collections.deletedAccounts.deleteOne({ _id });
  } finally {
    await close();
  }
  const [insert, update, find, remove] = sent;
  for (const write of [insert, update, remove])
    expect(write?.['writeConcern']).toEqual({ w: 'majority', j: true });
  expect(find).not.toHaveProperty('readConcern');
  for (const { readPreference } of Object.values(collections))
    expect(readPreference).toEqual(expect.objectContaining({ mode: 'primary' }));
});
