import { GOOGLE_JWKS_URL, GOOGLE_TOOLKIT_URL } from '../../environment.ts';
import { ask, type Finding, ok, readErrorMessage, type Settings, unknown, wrong } from './check.ts';

/** Checks that Google's keys are available, the API key is valid and people can sign in. */
export async function checkFirebase(settings: Settings, site?: URL): Promise<Finding[]> {
  return [
    await checkKeys(settings),
    await checkLookUp(settings),
    ...(await checkProject(settings, site)),
  ];
}

async function checkKeys({ FIREBASE_JWKS_URL }: Settings): Promise<Finding> {
  const about = 'Firebase keys';
  const answer = await ask(FIREBASE_JWKS_URL || GOOGLE_JWKS_URL);
  if (!answer)
    return wrong(about, 'do not answer: nobody can log in (can this server reach the internet?)');
  const { keys } = answer.body;
  if (answer.status !== 200 || !Array.isArray(keys) || keys.length === 0)
    return wrong(about, 'were not found at FIREBASE_JWKS_URL');
  return ok(about, `${keys.length} public keys to check sign-ins with`);
}

/** Asks Google's service for accounts. @param body for a call with POST */
function askToolkit(
  path: string,
  key: string,
  { IDENTITY_TOOLKIT_URL }: Settings,
  { headers, body }: { headers?: Record<string, string>; body?: object } = {},
) {
  const toolkit = IDENTITY_TOOLKIT_URL || GOOGLE_TOOLKIT_URL;
  return ask(`${toolkit}/v1/${path}?key=${encodeURIComponent(key)}`, {
    headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
}

/** The server looks up an account at each log-in. A wrong token shows whether it may: the refusal names the token. */
async function checkLookUp(settings: Settings): Promise<Finding> {
  const about = 'Firebase look-up';
  const name = settings['FIREBASE_API_KEY'] ? 'FIREBASE_API_KEY' : 'VITE_FIREBASE_API_KEY';
  if (!settings[name])
    return wrong(about, 'has no key: set FIREBASE_API_KEY, or VITE_FIREBASE_API_KEY for both');
  const body = { idToken: 'not-a-token' };
  const key = settings[name];
  const answer = await askToolkit('accounts:lookup', key, settings, { body });
  if (!answer) return wrong(about, 'does not answer: nobody can log in');
  const message = readErrorMessage(answer);
  if (message.startsWith('INVALID_ID_TOKEN') && (await isOfAnotherProject(settings, key)))
    return wrong(
      about,
      `the key in ${name} belongs to a different project than VITE_FIREBASE_APP_ID: nobody can log in`,
    );
  if (message.startsWith('INVALID_ID_TOKEN'))
    return ok(about, `works: the server can check accounts with the key in ${name}`);
  if (isLimitedToPages(message))
    return wrong(
      about,
      `the key in ${name} is limited to web pages: create another key for the server and set FIREBASE_API_KEY`,
    );
  return wrong(about, `Firebase refuses the key in ${name}: nobody can log in`);
}

/** With another project's key, every look-up answers that the token is wrong. */
async function isOfAnotherProject(settings: Settings, key: string): Promise<boolean> {
  const answer = await askToolkit('projects', key, settings);
  if (answer?.status !== 200 || !readProjectNumber(settings)) return false;
  return !isOurProject(settings, answer.body);
}

/** Whether Google refuses a key because the call does not come from one of the pages that the key is for. */
function isLimitedToPages(message: string): boolean {
  return /referer|blocked/i.test(message);
}

/**
 * https://cloud.google.com/identity-platform/docs/reference/rest
 * @param site if known, the calls look like those of its pages, so that a key that is limited to them can be checked
 */
async function checkProject(settings: Settings, site?: URL): Promise<Finding[]> {
  const about = 'Firebase project';
  const { VITE_FIREBASE_API_KEY: key = '' } = settings;
  const headers: Record<string, string> = site ? { Referer: site.href } : {};
  const answer = await askToolkit('projects', key, settings, { headers });
  if (!answer) return [unknown(about, 'does not answer')];
  const message = readErrorMessage(answer);
  if (isLimitedToPages(message))
    return [
      site
        ? wrong(about, `the key in VITE_FIREBASE_API_KEY is not for the pages of ${site.origin}`)
        : unknown(
            about,
            'was not tested: VITE_FIREBASE_API_KEY is for web pages, so name your site',
          ),
    ];
  if (answer.status !== 200)
    return [wrong(about, 'Firebase does not know the key in VITE_FIREBASE_API_KEY')];
  return [
    describeProject(settings, answer.body),
    await checkPasswordSignIn(settings, headers),
    ...(site ? [checkDomain(site, answer.body)] : []),
  ];
}

/** Firebase answers with the project's number, which is also in the app's id: `1:NUMBER:web:…` */
function readProjectNumber(settings: Settings): string | undefined {
  return /^\d+:(\d+):/.exec(settings['VITE_FIREBASE_APP_ID'] ?? '')?.[1];
}

function isOurProject(settings: Settings, { projectId }: Record<string, unknown>): boolean {
  return [readProjectNumber(settings), settings['FIREBASE_PROJECT_ID']].includes(String(projectId));
}

function describeProject(settings: Settings, project: Record<string, unknown>): Finding {
  const about = 'Firebase project';
  if (!isOurProject(settings, project))
    return wrong(
      about,
      'VITE_FIREBASE_API_KEY belongs to a different project than VITE_FIREBASE_APP_ID and FIREBASE_PROJECT_ID',
    );
  return ok(about, 'accepts the key in VITE_FIREBASE_API_KEY, which belongs to this project');
}

/** Signs in with an unknown email. The refusal tells whether passwords are enabled. */
async function checkPasswordSignIn(
  settings: Settings,
  headers: Record<string, string>,
): Promise<Finding> {
  const about = 'Firebase sign-in';
  const { VITE_FIREBASE_API_KEY: key = '' } = settings;
  const body = { email: 'nobody@speakifyr.invalid', password: 'not-a-password' };
  const answer = await askToolkit('accounts:signInWithPassword', key, settings, { headers, body });
  const message = readErrorMessage(answer);
  if (/^(INVALID_LOGIN_CREDENTIALS|EMAIL_NOT_FOUND|INVALID_PASSWORD)/.test(message))
    return ok(about, 'with email and password is enabled');
  if (/^(OPERATION_NOT_ALLOWED|PASSWORD_LOGIN_DISABLED)/.test(message))
    return wrong(about, 'with email and password is disabled: Authentication > Sign-in method');
  if (/^CONFIGURATION_NOT_FOUND/.test(message))
    return wrong(about, 'is not set up yet: Authentication > Get started');
  return unknown(about, 'could not be tested');
}

function checkDomain({ hostname }: URL, { authorizedDomains }: Record<string, unknown>): Finding {
  const about = 'Firebase domain';
  if (Array.isArray(authorizedDomains) && authorizedDomains.includes(hostname))
    return ok(about, `${hostname} may sign in with Google`);
  return wrong(
    about,
    `${hostname} is not an authorized domain: Authentication > Settings > Authorized domains`,
  );
}
