import js from '@eslint/js';
import query from '@tanstack/eslint-plugin-query';
import translate from 'eslint-plugin-react-google-translate';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/**
 * Forbids imports in some files: the rules of the README's section "The map".
 * Imports name their file (`../seats/seats.service.ts`), so a pattern over that text is enough.
 * @param {string[]} files
 * @param {Record<string, string>} forbidden why, by regular expression
 */
function forbidImports(files, forbidden) {
  const patterns = Object.entries(forbidden).map(([regex, message]) => ({ regex, message }));
  return {
    files,
    ignores: ['**/*.test.ts', '**/*.test.tsx', '**/testing/**'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns }] },
  };
}

const OTHER_WORKSPACES = '^(@speakifyr/(server|client|sandbox|e2e)|(\\.\\./)+(server|client|dev)/)';
const IN_SERVER = {
  [OTHER_WORKSPACES]: 'The server imports the contract only.',
  '^(\\.\\./)+([^/]+/)+[^/]+\\.(repo|routes)\\.ts$': 'Call another room’s service, never its repo.',
  '^\\./[^/]+/[^/]+\\.repo\\.ts$': 'Call the room’s service, not its repo.',
  '^stripe$': 'Only outside/stripe.ts knows Stripe.',
  '^jose$': 'Only outside/firebase-tokens.ts knows Firebase’s tokens.',
};
const IN_FEATURE = {
  ...IN_SERVER,
  '/http/': 'Offer calls through calls.ts; only app.ts and the probes know http.',
  '^express$': 'Only routes and http know Express.',
};
/** Names come from people and may look like HTML, so the web app never makes elements from a text. */
const HTML_FROM_TEXT = [
  {
    selector:
      'MemberExpression[property.name=/^(innerHTML|outerHTML|srcdoc|insertAdjacentHTML|parseFromString|createContextualFragment|setHTMLUnsafe)$/]',
    message: 'HTML from a text: make elements with React, or set textContent.',
  },
  {
    selector: 'JSXAttribute[name.name=/^(dangerouslySetInnerHTML|srcDoc)$/]',
    message: 'HTML from a text: make elements with React.',
  },
];
const OTHER_DIALOG = {
  selector: ':matches(ImportExpression, ImportDeclaration)[source.value="sweetalert2"]',
  message: 'Only lib/dialogs.ts opens dialogs: its functions show text only.',
};
/** `n === 1 ? '1 seat' : …`, and `${n} ${n === 1 ? 'seat' : 'seats'}`. */
const PLURALS = [
  'ConditionalExpression[test.operator="==="][test.right.value=1][consequent.value=/^1 /]',
  'TemplateLiteral > :matches(Identifier, MemberExpression) + ConditionalExpression[test.operator="==="][test.right.value=1]',
].map((selector) => ({ selector, message: 'Count with countOf of lib/count-of.ts.' }));
const BARE_TITLE = {
  selector:
    'JSXOpeningElement[name.name="h1"] > JSXAttribute[value.value=/^(mb-\\d )?text-3xl font-extrabold/]',
  message: 'The title of a dashboard page is PageHeading, or PageTitle of ui/page-heading.tsx.',
};
const ROLE_OF_LIST = {
  selector:
    'JSXOpeningElement[name.name=/^[ou]l$/] > JSXAttribute[name.name="role"]:not([value.value="list"])',
  message: 'With another role, a screen reader counts no entries: put the role around the list.',
};
/** The options of SweetAlert2 that take HTML. */
const HTML_OPTION = {
  selector:
    'Property[key.name=/^(title|html|footer|template|inputOptions|inputPlaceholder|\\w*Html)$/]',
  message: 'SweetAlert2 reads this option as HTML: use titleText and text.',
};
const ZOD_IN_BROWSER = {
  regex:
    '^@speakifyr/contract/(?!(age|attendance-state|audit-actions|certificate-state|child-ratio|class-days|class-facts|consents|day-ranges|days|describe-terms|dose-outcomes|email-address|limits|meet-at-once|message-groups|money-states|money-words|new-class-days|say-class-days|errors|fill-groups|fold-letters|form-answers|format|has-seats|import-fields|judge-collector|labels|mail-kinds|name-card|owed|page-head|payment-methods|phone-text|photo-file|pick-up|price-difference|places|prices|read-markdown|refund-parts|refund-steps|refund-terms|school|school-color|school-look|seat-extras|stand-in-address|sold-by-day|sum-amounts|tax|text-parts|visible-text|web-settings|webhook-kinds)\\.ts$)',
  allowTypeImports: true,
  message: 'The first page must not load the schemas: import types only.',
};

/** Rules and words of a form are the contract's. Public forms do without: a first visit must not load the schemas. */
const OTHER_FORM = [
  {
    selector: 'ImportSpecifier[imported.name="useForm"]',
    message: 'Use useCallForm of ui/use-call-form.ts: the contract says what is wrong.',
  },
  {
    selector: 'JSXOpeningElement[name.name="form"]',
    message:
      'Use Form of ui/form.tsx, or FormInDialog: they show what is wrong, and keep what is typed.',
  },
];
const FORMS_WITHOUT_CALL_FORM = [
  ...['ui/form.tsx', 'ui/use-call-form.ts', 'ui/search-field.tsx'],
  ...['features/account/login-form.tsx', 'features/account/sign-up-form.tsx'],
  ...['features/messages/contact/contact-form.tsx', 'features/enrollment/payment/card-form.tsx'],
  'features/enrollment/payment/save-card-form.tsx',
  // They go through the queue of taps, also offline.
  ...['features/attendance/code-fields.tsx', 'features/attendance/hand-over-dialog.tsx'],
].map((file) => `client/src/${file}`);

/** A key that is written by hand can be wrong, and then an old answer stays on the screen. */
const ASKED_BY_KEY = {
  selector: 'MemberExpression[property.name=/^(invalidateQueries|refetchQueries|resetQueries)$/]',
  message: 'Use useChange, askAgain or readAgain of lib/use-change.ts: they know the keys.',
};

/** Which folder reads which collection; who writes it is in server/src/database/owners.test.ts. */
const READS_CLASSES = [
  // Not `classes.find((campClass) => …)`: that is a list.
  'CallExpression[callee.object.name="classes"][callee.property.name="find"]:not([arguments.0.type="ArrowFunctionExpression"])',
  'MemberExpression[object.name="classes"][property.name=/^(findOne|aggregate|countDocuments|distinct)$/]',
  'MemberExpression[property.name="classes"]:matches([object.name="collections"], [object.property.name="collections"])',
].map((selector) => ({
  selector,
  message: 'Read classes with findClass or listClasses of database/class-store.ts, whole.',
}));
const TOUCHES_CHILDREN = ['children', 'childHealth', 'childContacts'].map((name) => ({
  selector: `MemberExpression[property.name="${name}"]:matches([object.name="collections"], [object.property.name="collections"])`,
  message: 'Only families/ touches what is known of children: call families/booking.ts or care.ts.',
}));

const SPREAD_OF_FIELDS = {
  selector: 'ObjectExpression > SpreadElement > ObjectExpression',
  message: 'Write the fields themselves: this spread is only for the formatter.',
};
/** The school changes while a process runs: what a module keeps when it is loaded would stay as it was. */
const KEPT_SCHOOL = {
  selector:
    'Identifier[name=/^SCHOOL(_ADDRESS)?$/]:not(:function Identifier):not(ImportSpecifier Identifier):not(TSTypeQuery Identifier):not(VariableDeclarator > Identifier.id)',
  message: 'Read the school where it is needed: it changes while the process runs. Decision 119',
};
/** The school says how days and times are written. `sv-SE` is yyyy-mm-dd, which nobody reads. */
const TIME_OF_ITS_OWN = {
  selector:
    'CallExpression[callee.property.name=/^toLocale(Date|Time)String$/]:not([arguments.0.value="sv-SE"])',
  message: 'contract/src/format.ts writes days and times as the school does. R614',
};
const EVERYWHERE = [SPREAD_OF_FIELDS, KEPT_SCHOOL, TIME_OF_ITS_OWN];
const ERROR_WITHOUT_ITS_NAME = {
  selector:
    'FunctionDeclaration[returnType.typeAnnotation.typeName.name="ApiError"]:not([id.name=/Error$/])',
  message: 'A function that returns an error says so: its name ends in Error.',
};

/** A fragment is no element: if it comes or goes on a page that the browser translates, React fails at its bare texts. */
const COMES_OR_GOES =
  ':matches(LogicalExpression, ConditionalExpression, ReturnStatement, ArrowFunctionExpression) > :matches(JSXFragment, JSXElement[openingElement.name.name="Fragment"])';
const BARE_TEXT = [
  'JSXText[value=/\\S/]',
  'JSXExpressionContainer > :matches(Literal[value=/\\S/], TemplateLiteral)',
  'JSXExpressionContainer > CallExpression[callee.name=/^(format|name|describe|say|count)[A-Z]/]',
  'JSXExpressionContainer > ConditionalExpression[consequent.type="Literal"]',
].map((text) => ({
  selector: `${COMES_OR_GOES} > ${text}`,
  message: 'Put this text into an element of its own, or use a span in place of the fragment.',
}));

/** A browser that translates the page would translate the answer, too. */
const OPTION_WITHOUT_VALUE = {
  selector: 'JSXOpeningElement[name.name="option"]:not(:has(JSXAttribute[name.name="value"]))',
  message: 'Give the option a value: without one, its text is what is sent.',
};

const CONTAINER_IN_FRAME = {
  selector:
    'JSXAttribute :matches(Literal[value=/@container/], TemplateElement[value.raw=/@container/])',
  message:
    'The frame of the page is the container (app/large-text.css). In another one inside it, a busy Chromium drew nothing of rows that had changed.',
};

/** What no file of the web app does. */
const IN_BROWSER = [
  ...BARE_TEXT,
  ...HTML_FROM_TEXT,
  ...EVERYWHERE,
  OTHER_DIALOG,
  BARE_TITLE,
  ...PLURALS,
  ASKED_BY_KEY,
  ROLE_OF_LIST,
  OPTION_WITHOUT_VALUE,
  CONTAINER_IN_FRAME,
];

export default tseslint.config(
  { ignores: ['**/dist/', '**/.build*/', '.data/', '**/test-results/', '**/playwright-report/'] },
  js.configs.recommended,
  tseslint.configs.recommended,
  {
    languageOptions: { globals: globals.node },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'off',
    },
  },
  {
    // A new kind, such as of an email, must not fall through a switch unseen. The rule needs types.
    files: ['**/*.{ts,tsx}'],
    ignores: ['**/vitest*.config.ts'],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['client/src/**/*.{ts,tsx}'],
    languageOptions: { globals: globals.browser },
    plugins: { 'react-hooks': reactHooks },
    rules: reactHooks.configs.recommended.rules,
  },
  {
    files: ['client/src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}', 'client/src/testing/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['localStorage', 'sessionStorage'].map((name) => ({
          name,
          message: 'A person can forbid it, and then it throws: use lib/storage.ts.',
        })),
      ],
    },
  },
  {
    files: ['client/src/**/*.tsx'],
    ignores: ['**/*.test.tsx', 'client/src/testing/**'],
    plugins: { translate },
    // The browser's translation replaces bare texts. React then fails where one of them, or an element before it,
    // comes or goes: the page dies. A text beside such an element needs an element of its own.
    rules: {
      'translate/no-conditional-text-nodes-with-siblings': 'error',
      'translate/no-return-text-nodes': 'error',
    },
  },
  {
    files: ['client/src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.tsx'],
    plugins: { '@tanstack/query': query },
    // If the key lacks what an answer depends on, an old answer, or somebody else's, is shown.
    rules: { '@tanstack/query/exhaustive-deps': 'error' },
  },
  {
    files: ['client/src/**/*.{ts,tsx}'],
    ignores: ['client/src/testing/**'],
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', { patterns: [ZOD_IN_BROWSER] }],
    },
  },
  {
    files: ['client/src/**/*.{ts,tsx}'],
    ignores: ['client/src/testing/**', '**/*.{test,testing}.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': ['error', ...IN_BROWSER, ...OTHER_FORM],
    },
  },
  {
    files: FORMS_WITHOUT_CALL_FORM,
    rules: {
      'no-restricted-syntax': ['error', ...IN_BROWSER],
    },
  },
  {
    files: ['client/src/lib/use-change.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...HTML_FROM_TEXT, OTHER_DIALOG, ...EVERYWHERE, ...PLURALS],
    },
  },
  {
    files: ['client/src/lib/dialogs.ts'],
    rules: { 'no-restricted-syntax': ['error', ...HTML_FROM_TEXT, HTML_OPTION, ...EVERYWHERE] },
  },
  {
    files: ['client/src/lib/count-of.ts', 'client/src/ui/page-heading.tsx'],
    rules: { 'no-restricted-syntax': ['error', ...HTML_FROM_TEXT, OTHER_DIALOG, ...EVERYWHERE] },
  },
  {
    // Their HTML is a constant: a place that the server fills in, and the settings.
    files: ['client/src/ui/first-picture.tsx', 'client/src/app/document.tsx'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['dev/sandbox/src/browser/**', 'dev/scripts/screenshots.mjs'],
    languageOptions: { globals: globals.browser },
  },

  forbidImports(['contract/src/**'], {
    '^(?!zod$|libphonenumber-js/min$|mdast$|mdast-util-from-markdown$|\\./)':
      'The contract imports its libraries of schemas, phone numbers and Markdown only.',
  }),
  forbidImports(['dev/sandbox/src/**'], {
    '^@speakifyr/|/(server|client|contract)/': 'The sandbox imports nothing of ours.',
  }),
  forbidImports(['dev/e2e/**'], {
    '/(server|client|sandbox|resilience|bench)/': 'The browser tests know the contract only.',
  }),
  forbidImports(['dev/resilience/src/**'], {
    '/(client|sandbox|bench|e2e)/': 'The attacks know the server, the contract and the scripts.',
  }),
  forbidImports(['dev/bench/src/**'], {
    '/(client|sandbox|resilience|e2e)/':
      'The benchmark knows the server, the contract and the scripts.',
  }),
  {
    files: ['server/src/**/*.ts'],
    ignores: [
      'server/src/database/class-store.ts',
      '**/*.test.ts',
      'server/src/testing/**',
      'server/src/messages/samples/{mail,plan}-samples.ts',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...READS_CLASSES,
        ...TOUCHES_CHILDREN,
        ERROR_WITHOUT_ITS_NAME,
        ...EVERYWHERE,
      ],
    },
  },
  {
    // They read parts of many classes: see their comments.
    files: ['server/src/classes/classes.repo.ts', 'server/src/admin/statistics.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...TOUCHES_CHILDREN, ERROR_WITHOUT_ITS_NAME, ...EVERYWHERE],
    },
  },
  {
    files: ['server/src/families/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...READS_CLASSES, ERROR_WITHOUT_ITS_NAME, ...EVERYWHERE],
    },
  },
  {
    files: ['server/src/demo/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...READS_CLASSES, ERROR_WITHOUT_ITS_NAME, ...EVERYWHERE],
    },
  },
  {
    files: ['contract/src/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...EVERYWHERE] },
  },
  // Later blocks replace earlier ones for the same file.
  forbidImports(['server/src/**/*.ts'], IN_SERVER),
  forbidImports(['server/src/*/**/*.ts'], IN_FEATURE),
  forbidImports(['server/src/http/**/*.ts'], IN_SERVER),
  forbidImports(['server/src/**/*.routes.ts'], {
    ...IN_SERVER,
    '\\.repo\\.ts$': 'A route calls its service, never a repo.',
    '^mongodb$': 'A route does not know the database.',
  }),
  forbidImports(['server/src/**/*.repo.ts'], {
    ...IN_SERVER,
    '\\.(service|routes)\\.ts$': 'A repo knows the database alone.',
    '/(http|outside)/': 'A repo knows the database alone.',
  }),
  forbidImports(['server/src/{database,outside}/**'], {
    [OTHER_WORKSPACES]: 'The server imports the contract only.',
    '^\\.\\./[^/]+/': 'Database and outside services know no other folder.',
    '^express$': 'Only routes and http know Express.',
  }),

  ...['lib', 'ui'].map((folder) =>
    forbidInClient([`client/src/${folder}/**`], {
      '/(session|features|pages|app)/':
        'In the client: lib, ui ← session ← features ← pages ← app.',
    }),
  ),
  forbidInClient(['client/src/session/**'], {
    '/(features|pages|app)/': 'In the client: lib, ui ← session ← features ← pages ← app.',
  }),
  forbidInClient(['client/src/features/**'], {
    '/(pages|app)/': 'A feature imports neither pages nor the app.',
  }),
  forbidInClient(['client/src/pages/**'], { '/app/': 'Pages do not import the app.' }),
);

function forbidInClient(files, forbidden) {
  const rule = forbidImports(files, forbidden);
  const [level, { patterns }] = rule.rules['@typescript-eslint/no-restricted-imports'];
  const server = { regex: OTHER_WORKSPACES, message: 'The client imports the contract only.' };
  return {
    ...rule,
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        level,
        { patterns: [...patterns, server, ZOD_IN_BROWSER] },
      ],
    },
  };
}
