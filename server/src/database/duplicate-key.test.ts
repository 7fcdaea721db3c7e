import { MongoServerError } from 'mongodb';
import { expect, it } from 'vitest';
import { findDuplicateField } from './duplicate-key.ts';

const TAG = 'E11000 duplicate key error collection: camp.classes index: course_tag_1';
const EMAIL = 'E11000 duplicate key error collection: camp.classes index: instructor.email_1';
const DOCUMENTDB = 'Duplicate key violation on the requested collection: Index';

it.each([
  ['MongoDB', `${TAG} dup key: { course_tag: "EXM" }`, 'course_tag'],
  ['MongoDB', `${EMAIL} dup key: { instructor.email: "a@b.org" }`, 'instructor.email'],
  ['Amazon DocumentDB', TAG, 'course_tag'],
  ['DocumentDB and FerretDB 2', `${DOCUMENTDB} 'course_tag_1'`, 'course_tag'],
  ['DocumentDB and FerretDB 2', `${DOCUMENTDB} 'instructor.email_1'`, 'instructor.email'],
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
