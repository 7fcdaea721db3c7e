import { MongoServerError } from 'mongodb';
import { expect, it } from 'vitest';
import { findDuplicateField } from './duplicate-key.ts';

const TAG = 'E11000 duplicate key error collection: camp.classes index: course_tag_1';
const EMAIL = 'E11000 duplicate key error collection: camp.classes index: calendarSecret_1';
const DOCUMENTDB = 'Duplicate key violation on the requested collection: Index';

it.each([
  ['MongoDB', `${TAG} dup key: { course_tag: "EXM" }`, 'course_tag'],
  ['MongoDB', `${EMAIL} dup key: { calendarSecret: "a@b.org" }`, 'calendarSecret'],
  ['Amazon DocumentDB', TAG, 'course_tag'],
  ['DocumentDB and FerretDB 2', `${DOCUMENTDB} 'course_tag_1'`, 'course_tag'],
  ['DocumentDB and FerretDB 2', `${DOCUMENTDB} 'calendarSecret_1'`, 'calendarSecret'],
  ['an index of several fields', `${DOCUMENTDB} 'status_1_price_1'`, 'status'],
  ['a value that looks like an index', `${TAG} dup key: { x: "index: email_1" }`, 'course_tag'],
  ['the id', 'E11000 duplicate key error collection: camp.classes index: _id_', undefined],
  ['FerretDB 1', 'E11000 duplicate key error collection: camp.classes', undefined],
  ['DocumentDB without a name', 'Duplicate key violation on the requested collection.', undefined],
])('finds the field of the index in the message of %s', (_database, message, field) => {
  const error = new MongoServerError({ message, code: 11_000 });
  expect(findDuplicateField(error)).toBe(field);
});

it('prefers the field that MongoDB sends', () => {
  const message = `${TAG} dup key: { course_tag: "EXM" }`;
  const error = new MongoServerError({ message, code: 11_000, keyPattern: { course_tag: 1 } });
  expect(findDuplicateField(error)).toBe('course_tag');
});
