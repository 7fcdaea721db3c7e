/// <reference lib="dom" />
import { configureFirebase } from './firebase.ts';
import { provideGapi } from './gapi.ts';
import { addRule } from './style-rules.ts';
import { provideStripe } from './stripe/stripe.ts';

/**
 * The app's page loads this script before the app when it runs on the sandbox. It replaces what the vendors' SDKs
 * would load from the internet. All addresses are at the origin of this script.
 */
const { origin } = new URL((document.currentScript as HTMLScriptElement).src);

configureFirebase(origin);
provideGapi(origin);
provideStripe(origin);
// The SDK's notice 'Running in emulator mode' would cover the bottom of every page.
addRule('.firebase-emulator-warning { display: none !important; }');
