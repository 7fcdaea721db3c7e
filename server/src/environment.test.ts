import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'dotenv';
import { describe, expect, it } from 'vitest';
import { readEnvironment, usesRealSignIn } from './environment.ts';

const EXAMPLE = fileURLToPath(new URL('../../.env.example', import.meta.url));

/** What a real school would set. */
const GOOD = {
  NODE_ENV: 'production',
  MONGODB_URI: 'mongodb+srv://school:pass@cluster0.example.net/speakifyr',
  JWT_SECRET: 'cO3pD1cWZr0VfY5xq8nJmT7uLkE2sHbA9gQi4RtX',
  FIREBASE_PROJECT_ID: 'a-school',
  FIREBASE_API_KEY: 'the-public-key-of-a-school',
  STRIPE_SECRET_KEY: 'sk_test_51MxLkQp2dYhNfGzRt',
  STRIPE_WEBHOOK_SECRET: 'whsec_7Jk2mQz9XwPbTnRv5LcDfGh3',
};

/** @returns the problems, one per line, or nothing */
function refuse(changes: Record<string, string | undefined>): string[] {
  try {
    readEnvironment({ ...GOOD, ...changes });
    return [];
  } catch (error) {
    return (error as Error).message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
}

// Rules: R49, R62, R63, R356.
it('good settings are accepted, spaces around values are ignored, and other settings have defaults', () => {
  expect(readEnvironment(GOOD)).toMatchObject({
    PORT: 5000,
    RATE_LIMIT_PER_MINUTE: 100,
    TRUST_PROXY: 0,
    CLIENT_ORIGINS: [],
  });
  const padded = readEnvironment({ ...GOOD, JWT_SECRET: ` ${GOOD.JWT_SECRET}\r`, PORT: ' ' });
  expect(padded).toMatchObject({ JWT_SECRET: GOOD.JWT_SECRET, PORT: 5000 });
});

it('all missing and wrong settings are listed at once', () => {
  expect(
    refuse({ MONGODB_URI: 'localhost', JWT_SECRET: '', PORT: '70000', TRUST_PROXY: 'yes' }),
  ).toEqual([
    expect.stringMatching(/^PORT: /),
    'MONGODB_URI: must start with mongodb:// or mongodb+srv://',
    'JWT_SECRET: is missing',
    expect.stringMatching(/^TRUST_PROXY: (?!is missing)/),
  ]);
  expect(refuse({ MONGODB_URI: 'mongodb://127.0.0.1:27017' })).toEqual([
    'MONGODB_URI: must have the name of the database as its path',
  ]);
  expect(refuse({ MONGODB_URI: 'mongodb://127.0.0.1:27017/?w=1' })).toHaveLength(1);
});

describe('a secret in production', () => {
  it('must be long, not repetitive and not blank', () => {
    expect(refuse({ JWT_SECRET: 'too-short' })).toEqual([
      'JWT_SECRET: must have at least 32 characters',
    ]);
    expect(refuse({ JWT_SECRET: ' '.repeat(40) })).toEqual(['JWT_SECRET: is missing']);
    expect(refuse({ JWT_SECRET: 'abc'.repeat(20) })).toEqual([
      'JWT_SECRET: is too easy to guess; use a long random text',
    ]);
    expect(refuse({ STRIPE_WEBHOOK_SECRET: 'whsec_' })).toHaveLength(1);
    expect(refuse({ METRICS_TOKEN: 'short' })).toHaveLength(1);
  });

  it('is refused if it is a short word, a repeated word or a sequence', () => {
    for (const secret of [
      '12345',
      'whsec_12345',
      'password-password-password-password-12',
      'abcdefghijklmnopqrstuvwxyz0123456789',
      '0123456789abcdef0123456789abcdef',
      'zyxwvutsrqponmlkjihgfedcba9876543210',
      'correcthorse'.repeat(6),
      'my-school-my-school-my-school-my-school',
      'aA1!'.repeat(12),
    ])
      for (const name of ['JWT_SECRET', 'STRIPE_WEBHOOK_SECRET', 'METRICS_TOKEN']) {
        const value = name === 'STRIPE_WEBHOOK_SECRET' ? `whsec_${secret}` : secret;
        expect(refuse({ [name]: value }), `${name}=${value}`).toHaveLength(1);
      }
  });

  it('is accepted if it is random, in any of the usual forms', () => {
    for (let i = 0; i < 200; i += 1)
      for (const form of ['hex', 'base64', 'base64url'] as const) {
        const secret = randomBytes(32).toString(form);
        expect(
          refuse({
            JWT_SECRET: secret,
            STRIPE_WEBHOOK_SECRET: `whsec_${secret}`,
            METRICS_TOKEN: secret,
          }),
          secret,
        ).toEqual([]);
      }
  });

  it('must not be a value from this repository', () => {
    for (const [name, value] of [
      ['JWT_SECRET', parse(readFileSync(EXAMPLE))['JWT_SECRET']],
      ['JWT_SECRET', 'sandbox-session-secret-known-to-everybody'],
      ['JWT_SECRET', ' sandbox-session-secret-known-to-everybody '],
      ['STRIPE_SECRET_KEY', 'sk_test_sandbox'],
      ['STRIPE_WEBHOOK_SECRET', 'whsec_sandbox_speakifyr'],
    ] as const)
      expect(refuse({ [name]: value }), name).toEqual([
        `${name}: this is a public example; choose your own value`,
      ]);
  });
});

describe('production', () => {
  it('refuses the sandbox and demo accounts', () => {
    expect(
      refuse({
        FIREBASE_JWKS_URL: 'http://127.0.0.1:5050/jwks.json',
        IDENTITY_TOOLKIT_URL: 'http://127.0.0.1:5050/identitytoolkit.googleapis.com',
        STRIPE_API_URL: 'http://127.0.0.1:5050',
      }).map((line) => line.split(':')[0]),
    ).toEqual(['FIREBASE_JWKS_URL', 'IDENTITY_TOOLKIT_URL', 'STRIPE_API_URL']);
    expect(refuse({ SEED_DEMO_DATA: 'true' })).toEqual([
      expect.stringMatching(/^SEED_DEMO_DATA: demo accounts are only for the sandbox/),
    ]);
  });

  it('lets only https pages call', () => {
    expect(refuse({ CLIENT_ORIGINS: 'https://camp.example, https://www.camp.example' })).toEqual(
      [],
    );
    expect(refuse({ CLIENT_ORIGINS: 'https://camp.example,http://camp.example' })).toEqual([
      'CLIENT_ORIGINS: only https:// is trusted in production',
    ]);
  });
});

describe('the public address and the image hosts', () => {
  it('are https in production', () => {
    for (const [name, sentence] of [
      ['PUBLIC_URL', 'must start with https:// in production'],
      ['IMAGE_ORIGINS', 'only https:// is trusted in production'],
    ] as const) {
      expect(refuse({ [name]: 'http://camp.example' })).toEqual([`${name}: ${sentence}`]);
      expect(refuse({ [name]: 'http://camp.example', NODE_ENV: 'development' })).toEqual([]);
      expect(refuse({ [name]: 'https://camp.example' })).toEqual([]);
    }
  });

  it('are unknown, and Cloudinary and Google, if they are not set', () => {
    expect(readEnvironment(GOOD)).toMatchObject({
      IMAGE_ORIGINS: ['https://res.cloudinary.com', 'https://lh3.googleusercontent.com'],
    });
    expect(readEnvironment(GOOD)).not.toHaveProperty('PUBLIC_URL');
  });
});

describe('emails', () => {
  const MAIL = {
    SMTP_URL: 'smtp://school:p%40ss@mail.example:587',
    MAIL_FROM: 'hello@camp.example',
    PUBLIC_URL: 'https://camp.example',
  };

  it('need a mail server, a sender and the site’s address, or nothing at all', () => {
    expect(refuse(MAIL)).toEqual([]);
    expect(refuse({ SMTP_URL: MAIL.SMTP_URL })).toEqual([
      'MAIL_FROM: is missing; emails need it (SMTP_URL is set)',
      'PUBLIC_URL: is missing; emails need it (SMTP_URL is set)',
    ]);
    expect(refuse({ MAIL_FROM: MAIL.MAIL_FROM })).toEqual([]);
  });

  it('are refused with an address that is not one, or that changes how we send', () => {
    for (const SMTP_URL of [
      'mail.example:587',
      'https://mail.example',
      'smtp:///x',
      'smtp://mail.example/inbox',
      'smtps://mail.example?tls.rejectUnauthorized=false',
      'smtp://school:100%@mail.example',
    ])
      expect(refuse({ ...MAIL, SMTP_URL }), SMTP_URL).toEqual([
        expect.stringMatching(/^SMTP_URL: must be smtp:\/\/ or smtps:\/\//),
      ]);
    for (const address of [
      'hello',
      'School <hello@camp.example>',
      'a@camp.example, b@camp.example',
    ])
      expect(refuse({ ...MAIL, MAIL_FROM: address }), address).toEqual([
        'MAIL_FROM: must be an email address',
      ]);
  });
});

describe('demo accounts, whatever NODE_ENV says', () => {
  const SANDBOX = {
    FIREBASE_JWKS_URL: 'http://127.0.0.1:5050/jwks.json',
    IDENTITY_TOOLKIT_URL: 'http://127.0.0.1:5050/identitytoolkit.googleapis.com',
    STRIPE_API_URL: 'http://127.0.0.1:5050',
    SEED_DEMO_DATA: 'true',
  };

  it('are refused if sign-in or payment is real', () => {
    for (const NODE_ENV of ['development', 'test']) {
      expect(refuse({ ...SANDBOX, NODE_ENV })).toEqual([]);
      for (const real of ['FIREBASE_JWKS_URL', 'IDENTITY_TOOLKIT_URL', 'STRIPE_API_URL'])
        expect(refuse({ ...SANDBOX, NODE_ENV, [real]: '' }), real).toEqual([
          'SEED_DEMO_DATA: demo accounts are only for the sandbox, because everybody knows their password; remove this setting',
        ]);
    }
  });

  it('are refused if sign-in and payment are not at one address', () => {
    const elsewhere = { ...SANDBOX, STRIPE_API_URL: 'https://payments.camp.example' };
    expect(refuse({ ...elsewhere, NODE_ENV: 'development' })).toHaveLength(1);
  });
});

it('sign-in is real unless everything about it comes from one address, however Google’s is written', () => {
  const isReal = (jwksUrl: string, toolkitUrl: string) =>
    usesRealSignIn({ FIREBASE_JWKS_URL: jwksUrl, IDENTITY_TOOLKIT_URL: toolkitUrl });
  const keys =
    'https://www.googleapis.com/robot/v1/metadata/jwk/securetoken@system.gserviceaccount.com';
  expect(isReal(keys, 'https://identitytoolkit.googleapis.com:443')).toBe(true);
  expect(isReal(keys, 'http://127.0.0.1:5050')).toBe(true);
  expect(isReal('http://127.0.0.1:5050/jwks.json', 'http://127.0.0.1:5050/toolkit')).toBe(false);
});

it('the server’s Firebase key is the web app’s, unless it has its own', () => {
  const read = (changes: object) => readEnvironment({ ...GOOD, ...changes }).FIREBASE_API_KEY;
  expect(read({ FIREBASE_API_KEY: '', VITE_FIREBASE_API_KEY: 'of-the-web-app' })).toBe(
    'of-the-web-app',
  );
  expect(read({ VITE_FIREBASE_API_KEY: 'of-the-web-app' })).toBe(GOOD.FIREBASE_API_KEY);
  expect(refuse({ FIREBASE_API_KEY: '' })).toEqual(['FIREBASE_API_KEY: is missing']);
});

it('an origin must be a plain origin: no star, no path, no policy text', () => {
  for (const value of [
    '*',
    'null',
    'camp.example',
    'https://camp.example/',
    "'unsafe-inline'",
    'https://a.example;script-src *',
  ])
    for (const name of ['CLIENT_ORIGINS', 'CSP_EXTRA_ORIGINS', 'IMAGE_ORIGINS', 'PUBLIC_URL'])
      expect(refuse({ [name]: value }), `${name}=${value}`).toHaveLength(1);
});

it('every setting is in .env.example', () => {
  const text = readFileSync(EXAMPLE, 'utf8');
  // They point to the sandbox. Nobody with real services sets them.
  const ofTheSandbox = ['FIREBASE_JWKS_URL', 'STRIPE_API_URL', 'SEED_DEMO_DATA'];
  const names = Object.keys(readEnvironment(GOOD)).filter((name) => !ofTheSandbox.includes(name));
  expect(names.filter((name) => !new RegExp(`^${name}=`, 'm').test(text))).toEqual([]);
});
