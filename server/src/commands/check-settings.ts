import { describeProblems } from '../environment.ts';
import { listSettingsProblems } from './list-settings-problems.ts';

/** What `npm start` runs first: prints every problem with the settings, and fails if there are any. */
const problems = listSettingsProblems(process.env);
if (problems.length > 0) {
  console.error(describeProblems(problems));
  process.exitCode = 1;
}
