import { describeProblems } from '../environment.ts';
import { listSettingsProblems } from './list-settings-problems.ts';
import { readSecretFiles } from '../secret-files.ts';

/** What the container runs: the server, once its settings and those of the web app are right. One image serves any school. */
try {
  readSecretFiles(process.env);
  const problems = listSettingsProblems(process.env);
  if (problems.length > 0) throw new Error(describeProblems(problems));
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
await import('../main.ts');
