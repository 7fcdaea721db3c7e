import { findCurrencyLabel } from './school-look.ts';
import type { School } from './school-schema.ts';
import type { Text, TextName } from './text-parts.ts';

/**
 * The web app's settings. They are known only when the app is built or served. Every page has them as JSON, so the
 * app's own script is the same for real services and for the sandbox.
 */
export type WebSettings = {
  /** Base address of the API, such as `/api`. */
  apiUrl: string;
  /** Missing if `window.__FIREBASE_DEFAULTS__` has it. */
  firebase?: { apiKey: string; authDomain: string; projectId: string; appId: string };
  stripePublishableKey: string;
  /** The image host's upload address, and the cloud and upload preset to use there. */
  imageUploadUrl: string;
  imageUploadCloud: string;
  imageUploadPreset: string;
  /** What the director has decided. Missing in a page that no server drew: then school.json holds. */
  school?: PublicSchool;
  /** What the page itself says, if it is a text. */
  texts?: Partial<Record<TextName, Text>>;
};

/**
 * What every visitor may read: not the tax number, which may be a private one, and not how the office works and what emails say.
 */
export type PublicSchool = Omit<School, 'taxNumber' | 'money' | 'mail' | 'keepDays'>;

/** @returns what pages have of the school */
export function pickPublic({
  taxNumber: _taxNumber,
  money: _money,
  mail: _mail,
  keepDays: _keepDays,
  ...others
}: School): PublicSchool {
  return {
    ...others,
    // The browser's own number format would keep a phone busy.
    currencyLabel: findCurrencyLabel(others),
  };
}

type Environment = Record<string, string | undefined>;

/** The settings by their names in .env.example. Each function returns what is wrong with a value. */
const VARIABLES: Record<string, (value: string) => string | undefined> = {
  VITE_API_URL: () => undefined,
  VITE_FIREBASE_API_KEY: isGiven,
  VITE_FIREBASE_AUTH_DOMAIN: (value) =>
    isGiven(value) ??
    (/[/:]/.test(value) ? 'must be a domain such as x.firebaseapp.com' : undefined),
  VITE_FIREBASE_PROJECT_ID: isGiven,
  VITE_FIREBASE_APP_ID: isGiven,
  VITE_STRIPE_PUBLISHABLE_KEY: (value) =>
    isGiven(value) ??
    (/^pk_(test|live)_/.test(value) ? undefined : 'must be a publishable key such as pk_test_…'),
  VITE_CLOUDINARY_CLOUD_NAME: isGiven,
  VITE_CLOUDINARY_UPLOAD_PRESET: isGiven,
  // Replaces Cloudinary's own address.
  VITE_IMAGE_UPLOAD_URL: (value) =>
    !value || URL.canParse(value) ? undefined : 'must be an address such as https://…',
};

export const WEB_VARIABLES = Object.keys(VARIABLES);

/** @returns everything that is wrong with the web app's settings for real services, one line each */
export function listWebProblems(environment: Environment): string[] {
  return Object.entries(VARIABLES).flatMap(([name, check]) => {
    const problem = check(environment[name] ?? '');
    return problem ? [`${name}: ${problem}`] : [];
  });
}

/** @returns the settings for real services, as they go into every page */
export function readWebSettings(environment: Environment): WebSettings {
  const read = (name: string) => environment[`VITE_${name}`] ?? '';
  return {
    apiUrl: read('API_URL') || '/api',
    firebase: {
      apiKey: read('FIREBASE_API_KEY'),
      authDomain: read('FIREBASE_AUTH_DOMAIN'),
      projectId: read('FIREBASE_PROJECT_ID'),
      appId: read('FIREBASE_APP_ID'),
    },
    stripePublishableKey: read('STRIPE_PUBLISHABLE_KEY'),
    imageUploadUrl:
      read('IMAGE_UPLOAD_URL') ||
      `https://api.cloudinary.com/v1_1/${read('CLOUDINARY_CLOUD_NAME')}/image/upload`,
    imageUploadCloud: read('CLOUDINARY_CLOUD_NAME'),
    imageUploadPreset: read('CLOUDINARY_UPLOAD_PRESET'),
  };
}

/** @returns settings as JSON for a script element, escaped so that no value can end the element */
export function formatSettings(settings: WebSettings): string {
  return JSON.stringify(settings).replaceAll('<', '\\u003c');
}

function isGiven(value: string): string | undefined {
  return value ? undefined : 'is missing';
}
