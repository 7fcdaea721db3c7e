import { SENT_MARK } from '@speakifyr/contract/page-head.ts';
import type { ReactNode } from 'react';
import bricolageGrotesque from './fonts/bricolage-grotesque.woff2?url';
import figtree from './fonts/figtree.woff2?url';

export type DocumentProps = {
  /** Address of public/first-paint.js. */
  firstPaint: string;
  /** Addresses of the app's script and of the stylesheets that go with it. */
  script: string;
  styles?: string[];
  /** Addresses of the modules that the script imports for this page. */
  modules?: string[];
  /** A script that has to run before the app's: the sandbox's. */
  scriptBefore?: string;
  /** The app's settings as JSON that is safe inside a script element. */
  settings: string;
  /** The page of a class: the server writes its head. */
  isClass?: boolean;
  /** The app, where the page is rendered in advance. */
  children?: ReactNode;
};

/** The whole HTML document. Only the build and the dev server render it; the browser starts at #root. */
export function Document(props: DocumentProps) {
  const { firstPaint, script, styles = [], modules = [], scriptBefore } = props;
  const { settings, isClass, children } = props;
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#FFFBF3" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0F1C22" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {[bricolageGrotesque, figtree].map((font) => (
          <link
            key={font}
            rel="preload"
            href={font}
            as="font"
            type="font/woff2"
            crossOrigin="anonymous"
          />
        ))}
        {/* Blocks the first paint, so that a chosen theme does not flash. Starts the app on prerendered pages. */}
        <script
          src={firstPaint}
          {...(children ? { 'data-app': [script, ...modules].join(' ') } : {})}
        />
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        <script
          type="application/json"
          id="config"
          dangerouslySetInnerHTML={{ __html: settings }}
        />
        {/* Deferred scripts and modules run in the order in which they are written. */}
        {scriptBefore && <script src={scriptBefore} defer />}
        {!children && <script type="module" src={script} />}
        {isClass ? (
          <meta name="class-head" />
        ) : (
          !children && <title {...{ [SENT_MARK]: '' }}>SPEAKIFYR</title>
        )}
      </head>
      <body>
        <div id="root">{children}</div>
        <noscript>SPEAKIFYR needs JavaScript. Please turn it on to see the classes.</noscript>
      </body>
    </html>
  );
}
