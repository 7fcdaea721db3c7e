/// <reference lib="dom" />
import { configureFirebase } from './firebase.ts';
import { provideGapi } from './gapi.ts';
import { addRule } from './style-rules.ts';
import { provideStripe } from './stripe/stripe.ts';

/**
 * The one script that an app's page loads before the app when it runs on the sandbox. It stands in for what the
 * vendors' SDKs would load from the internet, and names our addresses: all at the origin that this
 * script came from.
 */
const { origin } = new URL((document.currentScript as HTMLScriptElement).src);

configureFirebase(origin);
provideGapi(origin);
provideStripe(origin);
// The SDK's notice 'Running in emulator mode' would lie over the foot of every page.
addRule('.firebase-emulator-warning { display: none !important; }');
