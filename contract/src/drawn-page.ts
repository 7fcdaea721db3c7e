import type { PageText } from './text-parts.ts';
import type { WebSettings } from './web-settings.ts';

/**
 * A page that the build draws, and the server again with what a director has decided. Both know it by this: the build
 * writes it into the built app (client/build/write-pages.ts), the server reads it (server/src/http/pages.ts).
 */
export type DrawnPage = {
  /** Its file in the built app, such as `classes.html`. */
  file: string;
  /** An address that shows it. Missing where the browser draws everything. */
  path?: string | undefined;
  document: DrawnDocument;
  /** The texts of the school that it shows. */
  texts?: PageText[] | undefined;
};

/** What client/src/app/document.tsx puts around a page. */
export type DrawnDocument = {
  /** Address of public/first-paint.js. */
  firstPaint: string;
  /** Addresses of the app's script and of the stylesheets that go with it. */
  script: string;
  styles?: string[];
  /** Addresses of the modules that the script imports for this page. */
  modules?: string[];
  /** A script that has to run before the app's: the sandbox's. */
  scriptBefore?: string;
  settings: WebSettings;
  /** The page of a class: the server writes its head. */
  isClass?: boolean | undefined;
};

/** Where the build leaves them. Files in a folder with a dot are not served. */
export const DRAWING = {
  folder: '.drawing',
  code: 'prerender.js',
  pages: 'pages.json',
  texts: 'texts.json',
};

/** What the code exports. */
export type Drawing = {
  /** @returns the HTML of the whole document */
  prerenderPage: (document: DrawnDocument, path?: string) => Promise<string>;
};
