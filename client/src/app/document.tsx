import type { DrawnDocument } from '@speakifyr/contract/drawn-page.ts';
import { SENT_MARK } from '@speakifyr/contract/page-head.ts';
import { COLOR_STYLE_ID, findColors, writeColorStyle } from '@speakifyr/contract/school-color.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { formatSettings } from '@speakifyr/contract/web-settings.ts';
import type { ReactNode } from 'react';
import bricolageGrotesque from './fonts/bricolage-grotesque.woff2?url';
import figtree from './fonts/figtree.woff2?url';

/** @param props.children the app, where the page is rendered in advance */
type Props = DrawnDocument & { children?: ReactNode };

/** The whole HTML document. The build, the dev server and the server render it; the browser starts at #root. */
export function Document(props: Props) {
  const { firstPaint, script, styles = [], modules = [], scriptBefore } = props;
  const { settings, isClass, children } = props;
  const colors = findColors(SCHOOL.color);
  const colorStyle = writeColorStyle(SCHOOL.color);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta
          name="theme-color"
          media="(prefers-color-scheme: light)"
          content={colorStyle ? colors.light : '#FFFBF3'}
        />
        <meta
          name="theme-color"
          media="(prefers-color-scheme: dark)"
          content={colorStyle ? colors.footer : '#0F1C22'}
        />
        {SCHOOL.logo ? (
          <link rel="icon" href={SCHOOL.logo} />
        ) : (
          <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        )}
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
        {/* After the style sheets, whose colors it replaces. The first paint has it. */}
        {colorStyle && (
          <style id={COLOR_STYLE_ID} dangerouslySetInnerHTML={{ __html: colorStyle }} />
        )}
        <script
          type="application/json"
          id="config"
          dangerouslySetInnerHTML={{ __html: formatSettings(settings) }}
        />
        {/* Deferred scripts and modules run in the order in which they are written. */}
        {scriptBefore && <script src={scriptBefore} defer />}
        {!children && <script type="module" src={script} />}
        {isClass ? (
          <meta name="class-head" />
        ) : (
          !children && <title {...{ [SENT_MARK]: '' }}>{SCHOOL.name}</title>
        )}
      </head>
      <body>
        <div id="root">{children}</div>
        <noscript>{`${SCHOOL.name} needs JavaScript. Please turn it on to see the classes.`}</noscript>
      </body>
    </html>
  );
}
