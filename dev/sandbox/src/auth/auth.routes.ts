import { type Request, type RequestHandler, Router } from 'express';
import { answerWith, readText, readUrl } from '../http/handle.ts';
import { openStore } from '../storage/store.ts';
import { loadAccounts } from './accounts.ts';
import { loadActionCodes, sendActionCode } from './action-codes.ts';
import { showActionPage } from './action-page.ts';
import {
  checkAdministrator,
  createByAdministrator,
  lookUpByAdministrator,
  updateByAdministrator,
} from './administrator.ts';
import { AuthError } from './auth-error.ts';
import { countAttempts } from './attempts.ts';
import { drawAvatar } from './avatar.ts';
import { answerChooser, showChooser } from './google-popup.ts';
import { signInWithIdp } from './google.ts';
import {
  type Fields,
  lookUp,
  type Project,
  refreshSession,
  removeAccount,
  signInWithPassword,
  signUp,
  updateAccount,
} from './identity-toolkit.ts';
import { describeLink, listSentLinks, type SentLink, SUBJECTS } from './sent-links.ts';
import { loadTokens } from './tokens.ts';

/** The Firebase project of the sandbox. Every token has it as `aud`. */
const PROJECT_ID = 'speakifyr-sandbox';

const TOOLKIT = '/identitytoolkit.googleapis.com';

/** The stand-in for Firebase Authentication, in emulator mode. @param log gets the links of emails, but no password */
export async function createAuthService(
  folder: string,
  log: (line: string) => void,
): Promise<{ router: Router; listLinks(url: URL): SentLink[]; close(): Promise<void> }> {
  const store = await openStore(folder);
  const project: Project = {
    accounts: loadAccounts(store),
    tokens: loadTokens(store, PROJECT_ID),
    attempts: countAttempts(),
    codes: loadActionCodes(store),
  };
  const { accounts, codes, tokens } = project;
  const answer = (work: Parameters<typeof answerWith>[1]) => answerWith(store, work);
  const router = Router();

  /** Adds an operation on accounts. */
  function operation(name: string, work: (fields: Fields, request: Request) => unknown): void {
    router.post(
      `${TOOLKIT}/v1/accounts\\:${name}`,
      checkApiKey,
      answer((request) => work(readFields(request), request)),
    );
  }
  operation('signUp', (fields) => signUp(project, fields));
  operation('signInWithPassword', (fields) => signInWithPassword(project, fields));
  operation('signInWithIdp', (fields) => signInWithIdp(project, fields));
  operation('lookup', (fields) => lookUp(project, fields));
  operation('delete', (fields) => removeAccount(project, fields));
  operation('update', (fields) => updateAccount(project, fields));
  operation('sendOobCode', (fields, request) =>
    sendActionCode(project, fields, (action) => {
      const { requestType, email } = action;
      log(`${SUBJECTS[requestType]}, ${email}: ${describeLink(readUrl(request), action)}`);
    }),
  );

  /** Adds an operation for administrators. */
  function administration(name: string, work: (request: Request) => unknown): void {
    router.post(
      `${TOOLKIT}/v1/projects/${PROJECT_ID}/accounts${name}`,
      answer((request) => {
        checkAdministrator(request);
        return work(request);
      }),
    );
  }
  administration('', (request) =>
    createByAdministrator(
      project,
      readFields(request),
      readJson(request)['emailVerified'] === true,
    ),
  );
  administration('\\:lookup', (request) => lookUpByAdministrator(project, readJson(request)));
  administration('\\:update', (request) => updateByAdministrator(project, readJson(request)));
  router.post(
    '/securetoken.googleapis.com/v1/token',
    checkApiKey,
    answer((request) =>
      refreshSession(project, Object.fromEntries(new URLSearchParams(readText(request)))),
    ),
  );

  router.get(
    `${TOOLKIT}/v1/projects`,
    checkApiKey,
    answer(() => ({ projectId: PROJECT_ID, authorizedDomains: ['localhost', '127.0.0.1'] })),
  );
  router.get(
    '/jwks.json',
    answer(() => tokens.publicKeys()),
  );
  router.get('/emulator/auth/avatar.svg', drawAvatar);
  router
    .route('/emulator/auth/handler')
    .get(answer((request, response) => showChooser(request, response, accounts)))
    .post(answer((request, response) => answerChooser(request, response, accounts)));
  router
    .route('/emulator/auth/action')
    .get(answer((request, response) => showActionPage(request, response, project)))
    .post(answer((request, response) => showActionPage(request, response, project)));

  return {
    router,
    listLinks: (url) => listSentLinks(codes, url),
    close: () => store.close(),
  };
}

/** Any text that could be a key is accepted. */
const checkApiKey: RequestHandler = (request, _response, next) => {
  const { key } = request.query;
  if (!key) throw new AuthError('The request is missing a valid API key.', 403);
  if (!/^[\w-]+$/.test(String(key)))
    throw new AuthError('API key not valid. Please pass a valid API key.');
  next();
};

function readJson(request: Request): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(readText(request) || '{}');
  } catch {
    // Refused below, like JSON that is not an object.
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AuthError('INVALID_ARGUMENT : Invalid JSON payload received.');
  }
  return value as Record<string, unknown>;
}

/** Reads the text fields of a request. An object or a list in a field is refused, as Firebase does. */
function readFields(request: Request): Fields {
  const fields: Fields = {};
  for (const [name, value] of Object.entries(readJson(request))) {
    if (typeof value === 'string') fields[name] = value;
    else if (typeof value === 'object' && value !== null) {
      throw new AuthError(`INVALID_ARGUMENT : Invalid value at '${name}'`);
    }
  }
  return fields;
}
