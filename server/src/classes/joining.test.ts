import { setUpSchool } from '../testing/school.ts';
import { expect, it } from 'vitest';
import { readEnvironment } from '../environment.ts';
import { makeDatabaseName, testVariables } from '../testing/test-app.ts';
import { describeJoining } from './classes.service.ts';

const camp = { camp_start: '2027-06-07', camp_end: '2027-06-11' };

// Rules: R54.
it.each([
  ['2027-06-07', 'start', 'open'],
  ['2027-06-08', 'start', 'started'],
  ['2027-06-11', 'start', 'started'],
  ['2027-06-11', 'end', 'open'],
  ['2027-06-12', 'start', 'over'],
  ['2027-06-12', 'end', 'over'],
] as const)('on %s, a camp from June 7 to 11 that can be joined until its %s is %s', (...row) => {
  const [today, joinUntil, joining] = row;
  setUpSchool({ booking: { joinUntil } });
  const environment = readEnvironment(testVariables(makeDatabaseName()));
  const services = { environment, now: () => new Date(`${today}T12:00:00Z`) };
  expect(describeJoining(camp, services)).toBe(joining);
  setUpSchool();
});
