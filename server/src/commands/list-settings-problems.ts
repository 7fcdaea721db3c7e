import { listWebProblems } from '@speakifyr/contract/web-settings.ts';
import { checkEnvironment } from '../environment.ts';

/**
 * Lists every problem with the settings of the server and the web app, one line each.
 * @param variables usually `process.env`
 */
export function listSettingsProblems(variables: Record<string, string | undefined>): string[] {
  return [
    ...checkEnvironment(variables).problems,
    ...listWebProblems(variables),
    ...listMismatches(variables),
  ];
}

/** Settings that are valid on their own but don't work together. */
function listMismatches(variables: Record<string, string | undefined>): string[] {
  const problems: string[] = [];
  const read = (name: string) => variables[name] || undefined;
  const projects = [read('FIREBASE_PROJECT_ID'), read('VITE_FIREBASE_PROJECT_ID')];
  if (projects[0] && projects[1] && projects[0] !== projects[1])
    problems.push('VITE_FIREBASE_PROJECT_ID: must be the same as FIREBASE_PROJECT_ID');
  const [secret, publishable] = ['STRIPE_SECRET_KEY', 'VITE_STRIPE_PUBLISHABLE_KEY'].map(
    (name) => /^[a-z]k_(test|live)_/.exec(read(name) ?? '')?.[1],
  );
  if (secret && publishable && secret !== publishable)
    problems.push(
      `VITE_STRIPE_PUBLISHABLE_KEY: is a ${publishable} key, but STRIPE_SECRET_KEY is a ${secret} key`,
    );
  return problems;
}
