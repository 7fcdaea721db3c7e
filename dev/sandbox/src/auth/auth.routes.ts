import type { Call, Route, Service } from '../http/router.ts';
import { replyJson } from '../http/reply.ts';
import { openStore } from '../storage/store.ts';
import { loadAccounts } from './accounts.ts';
import { AuthError, describeAuthError } from './auth-error.ts';
import { countAttempts } from './attempts.ts';
import { createGooglePopupRoutes } from './google-popup.ts';
import {
  lookUp,
  refreshSession,
  removeAccount,
  signInWithIdp,
  signInWithPassword,
  updateAccount,
  type Fields,
  type Project,
} from './identity-toolkit.ts';
import { loadPasswordResets, requestPasswordReset, resetPassword } from './password-reset.ts';
import { createPasswordResetPage, describeResetLink } from './password-reset-page.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './passwords.ts';
import { createByAdministrator, signUp } from './sign-up.ts';
import { loadTokens } from './tokens.ts';

/** The Firebase project that the sandbox plays; it stands in every token as `aud`. */
export const PROJECT_ID = 'speakifyr-sandbox';

const TOOLKIT = '/identitytoolkit.googleapis.com';

/**
 * The stand-in for Firebase Authentication: what the JS SDK calls in emulator mode.
 * @param folder where accounts and keys lie
 * @param log gets the links that would go out by e-mail; never a password
 */
export async function createAuthService(
  folder: string,
  log: (line: string) => void,
): Promise<Service & { close(): Promise<void> }> {
  const store = await openStore(folder);
  const project: Project = {
    accounts: loadAccounts(store),
    tokens: loadTokens(store, PROJECT_ID),
    attempts: countAttempts(),
    resets: loadPasswordResets(store),
  };

  const routes: Route[] = [
    post('accounts:signUp', (fields) => signUp(project, fields)),
    post('accounts:signInWithPassword', (fields) => signInWithPassword(project, fields)),
    post('accounts:signInWithIdp', (fields) => signInWithIdp(project, fields)),
    post('accounts:lookup', (fields) => lookUp(project, fields)),
    post('accounts:delete', (fields) => removeAccount(project, fields)),
    post('accounts:resetPassword', (fields) => resetPassword(project, fields)),
    post('accounts:update', (fields, call) =>
      updateAccount(project, fields, readDeletedAttributes(call)),
    ),
    post('accounts:sendOobCode', (fields, { url }) =>
      requestPasswordReset(project, fields, (reset) =>
        log(`link to reset the password of ${reset.email}: ${describeResetLink(url, reset)}`),
      ),
    ),
    // E-mail enumeration protection: nobody learns how, or whether, an address signs in.
    post('accounts:createAuthUri', () => ({ kind: 'identitytoolkit#CreateAuthUriResponse' })),
    {
      method: 'POST',
      path: `${TOOLKIT}/v1/projects/${PROJECT_ID}/accounts`,
      async handle(call) {
        // The emulator's own word for an administrator.
        if (call.headers.authorization !== 'Bearer owner') throw new AuthError('UNAUTHORIZED', 401);
        const verified = readJson(call)['emailVerified'] === true;
        return replyJson(200, await createByAdministrator(project, readFields(call), verified));
      },
    },
    {
      method: 'POST',
      path: '/securetoken.googleapis.com/v1/token',
      handle(call) {
        checkApiKey(call);
        const fields = Object.fromEntries(new URLSearchParams(call.body.toString()));
        return replyJson(200, refreshSession(project, fields));
      },
    },
    get(`${TOOLKIT}/v1/projects`, (call) => {
      checkApiKey(call);
      return { projectId: PROJECT_ID, authorizedDomains: ['localhost', '127.0.0.1'] };
    }),
    get(`${TOOLKIT}/v2/recaptchaConfig`, () => ({
      recaptchaKey: `projects/${PROJECT_ID}/keys/none`,
      recaptchaEnforcementState: [],
    })),
    get(`${TOOLKIT}/v2/passwordPolicy`, () => ({
      schemaVersion: 1,
      enforcementState: 'ENFORCE',
      forceUpgradeOnSignin: false,
      allowedNonAlphanumericCharacters: [],
      customStrengthOptions: {
        minPasswordLength: MIN_PASSWORD_LENGTH,
        maxPasswordLength: MAX_PASSWORD_LENGTH,
      },
    })),
    get('/jwks.json', () => project.tokens.publicKeys()),
    // Where the emulator shows tests the links that would go out by e-mail.
    get(`/emulator/v1/projects/${PROJECT_ID}/oobCodes`, ({ url }) => ({
      oobCodes: project.resets.all().map((reset) => ({
        email: reset.email,
        requestType: 'PASSWORD_RESET',
        oobCode: reset.code,
        oobLink: describeResetLink(url, reset),
      })),
    })),
    ...createGooglePopupRoutes(project.accounts),
    ...createPasswordResetPage(project),
  ];
  return {
    routes,
    describeError: describeAuthError,
    settle: () => store.flush(),
    close: () => store.close(),
  };
}

function post(
  operation: string,
  handle: (fields: Fields, call: Call) => object | Promise<object>,
): Route {
  return {
    method: 'POST',
    path: `${TOOLKIT}/v1/${operation}`,
    async handle(call) {
      checkApiKey(call);
      return replyJson(200, await handle(readFields(call), call));
    },
  };
}

function get(path: string, handle: (call: Call) => object): Route {
  return { method: 'GET', path, handle: (call) => replyJson(200, handle(call)) };
}

/** Any key is ours that could be one. */
function checkApiKey({ url }: Call): void {
  const key = url.searchParams.get('key');
  if (!key) throw new AuthError('The request is missing a valid API key.', 403);
  if (!/^[\w-]+$/.test(key)) throw new AuthError('API key not valid. Please pass a valid API key.');
}

function readJson({ body }: Call): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(body.toString() || '{}');
  } catch {
    throw new AuthError('INVALID_ARGUMENT : Invalid JSON payload received.');
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new AuthError('INVALID_ARGUMENT : Invalid JSON payload received.');
  }
  return value as Record<string, unknown>;
}

/** The text fields of a request; the fields that Firebase reads as text are refused as anything else. */
function readFields(call: Call): Fields {
  const fields: Fields = {};
  for (const [name, value] of Object.entries(readJson(call))) {
    if (typeof value === 'string') fields[name] = value;
    else if (typeof value === 'object' && value !== null && name !== 'deleteAttribute') {
      throw new AuthError(`INVALID_ARGUMENT : Invalid value at '${name}'`);
    }
  }
  return fields;
}

function readDeletedAttributes(call: Call): string[] {
  const given = readJson(call)['deleteAttribute'];
  return Array.isArray(given) ? given.map(String) : [];
}
