/** @jsxRuntime automatic */
import type { MailContent, MailPart } from '@speakifyr/contract/mail.ts';
import { findColors, type SchoolColors } from '@speakifyr/contract/school-color.ts';
import { SCHOOL, SCHOOL_ADDRESS } from '@speakifyr/contract/school.ts';
import type { CSSProperties, ReactNode } from 'react';
import { type MailContext, writeSignature } from './content.ts';

/** The site's colors (docs/look.md) for emails, which can't load its style sheet. */
const LIGHT = {
  page: '#fffbf3',
  card: '#ffffff',
  sand: '#f6eedf',
  ink: '#1e2b33',
  soft: '#55626a',
  sun: '#f6b73c',
};

const DARK: typeof LIGHT = {
  page: '#0f1c22',
  card: '#16272f',
  sand: '#1f343d',
  ink: '#eaf2f0',
  soft: '#b4c3c4',
  sun: '#ffc95c',
};

/**
 * Mail programs know little CSS: tables make the layout, and every style is at its element. Only the dark colors are in
 * a style sheet, because a media query can't be anywhere else. A program that drops it shows the light ones.
 */
const writeDarkStyles = ({ dark, onDark }: SchoolColors) => `
@media (prefers-color-scheme: dark) {
  .page { background: ${DARK.page} !important; }
  .card { background: ${DARK.card} !important; }
  .sand { background: ${DARK.sand} !important; }
  .ink { color: ${DARK.ink} !important; }
  .soft { color: ${DARK.soft} !important; }
  .lake { color: ${dark} !important; }
  .line { border-color: ${dark} !important; }
  .button { background: ${dark} !important; color: ${onDark} !important; }
}
@media (max-width: 480px) {
  .card { padding: 24px 20px !important; }
}`;

const FONT = "Figtree, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
const TEXT: CSSProperties = {
  margin: '0 0 16px',
  color: LIGHT.ink,
  fontFamily: FONT,
  fontSize: 16,
  lineHeight: 1.6,
  overflowWrap: 'anywhere',
};
/** A text of several lines. */
const LINES: CSSProperties = { whiteSpace: 'pre-line' };
const SMALL: CSSProperties = { ...TEXT, margin: '0 0 4px', color: LIGHT.soft, fontSize: 14 };

/** An email as mail programs show it: the content between a header and a footer. R91 */
export function MailPage({ content, context }: { content: MailContent; context: MailContext }) {
  const { publicUrl, to, turnOffLink } = context;
  const colors = findColors(SCHOOL.color);
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{content.subject}</title>
        <style>{writeDarkStyles(colors)}</style>
      </head>
      <body
        className="page"
        style={{ margin: 0, padding: 0, background: LIGHT.page, colorScheme: 'light dark' }}
      >
        <Table className="page" style={{ background: LIGHT.page }}>
          <td align="center" style={{ padding: '24px 12px' }}>
            <Table style={{ maxWidth: 600 }}>
              <td align="left">
                <p style={{ margin: '0 0 16px', padding: '0 8px' }}>
                  <a
                    className="lake"
                    href={`${publicUrl}/`}
                    style={{ ...LOGO, color: colors.light }}
                  >
                    {SCHOOL.logo && (
                      <img
                        src={SCHOOL.logo.startsWith('/') ? publicUrl + SCHOOL.logo : SCHOOL.logo}
                        alt=""
                        // Otherwise React puts a link into the head that loads it first.
                        fetchPriority="low"
                        height={36}
                        style={LOGO_PICTURE}
                      />
                    )}
                    {SCHOOL.name}
                  </a>
                </p>
                <Table>
                  <td className="card" style={CARD}>
                    <p className="ink" style={TEXT}>
                      {content.greeting}
                    </p>
                    {content.parts.map((part, index) => (
                      <Part key={index} {...{ part, publicUrl, colors }} />
                    ))}
                    <p className="ink" style={{ ...TEXT, ...LINES, margin: '24px 0 0' }}>
                      {writeSignature(context)}
                    </p>
                  </td>
                </Table>
                <div style={{ padding: '20px 8px 0' }}>
                  <p className="soft" style={SMALL}>
                    {SCHOOL.name}, {SCHOOL_ADDRESS}
                  </p>
                  <p className="soft" style={SMALL}>
                    {[SCHOOL.email, SCHOOL.phone].filter(Boolean).join(' · ')}
                  </p>
                  <p className="soft" style={SMALL}>
                    We sent this email to {to.address}.
                  </p>
                  {turnOffLink && (
                    <p className="soft" style={SMALL}>
                      <a className="lake" href={turnOffLink} style={{ color: colors.light }}>
                        Turn off emails like this one
                      </a>
                    </p>
                  )}
                </div>
              </td>
            </Table>
          </td>
        </Table>
      </body>
    </html>
  );
}

const LOGO: CSSProperties = {
  fontFamily: FONT,
  fontSize: 22,
  fontWeight: 800,
  letterSpacing: '-0.02em',
  textDecoration: 'none',
};
/** On white in the dark, too: most logos are drawn for paper. */
const LOGO_PICTURE: CSSProperties = {
  width: 'auto',
  height: 'auto',
  maxWidth: 160,
  maxHeight: 36,
  marginRight: 10,
  background: '#ffffff',
  borderRadius: 6,
  verticalAlign: 'middle',
};
const CARD: CSSProperties = {
  padding: 32,
  background: LIGHT.card,
  borderTop: `6px solid ${LIGHT.sun}`,
  borderRadius: 24,
};

type PartProps = { part: MailPart; publicUrl: string; colors: SchoolColors };

function Part({ part, publicUrl, colors }: PartProps) {
  switch (part.kind) {
    case 'text':
      return (
        <p className="ink" style={part.text.includes('\n') ? { ...TEXT, ...LINES } : TEXT}>
          {part.text}
        </p>
      );
    case 'quote':
      return <Quote text={part.text} color={colors.light} />;
    case 'list':
      return (
        <ul className="ink" style={{ ...TEXT, paddingLeft: 24 }}>
          {part.items.map((item, index) => (
            <li key={index} style={{ margin: '0 0 4px' }}>
              {item}
            </li>
          ))}
        </ul>
      );
    case 'facts':
      return <Facts facts={part.facts} />;
    case 'link':
      return (
        <p style={{ margin: '24px 0' }}>
          <a
            className="button"
            href={publicUrl + part.path}
            style={{ ...BUTTON, background: colors.light, color: colors.onLight }}
          >
            {part.label}
          </a>
        </p>
      );
  }
}

const BUTTON: CSSProperties = {
  display: 'inline-block',
  padding: '12px 24px',
  borderRadius: 14,
  fontFamily: FONT,
  fontSize: 16,
  fontWeight: 700,
  lineHeight: 1.4,
  textDecoration: 'none',
};

function Quote({ text, color }: { text: string; color: string }) {
  return (
    <div
      className="line"
      style={{ margin: '0 0 16px', padding: '0 0 0 16px', borderLeft: `4px solid ${color}` }}
    >
      <p className="ink" dir="auto" style={{ ...TEXT, margin: 0, whiteSpace: 'pre-wrap' }}>
        {text}
      </p>
    </div>
  );
}

type FactsPart = Extract<MailPart, { kind: 'facts' }>;

function Facts({ facts }: Pick<FactsPart, 'facts'>) {
  return (
    <table
      className="sand"
      cellPadding={0}
      cellSpacing={0}
      style={{ width: '100%', margin: '0 0 20px', background: LIGHT.sand, borderRadius: 14 }}
    >
      <tbody>
        {facts.map(({ label, value, was }, index) => (
          <tr key={index}>
            <th className="soft" scope="row" style={{ ...LABEL, ...edge(index, facts.length) }}>
              {label}
            </th>
            <td className="ink" dir="auto" style={{ ...VALUE, ...edge(index, facts.length) }}>
              {was !== undefined && (
                <>
                  <s className="soft" style={{ color: LIGHT.soft, fontWeight: 400 }}>
                    {was}
                  </s>
                  {' → '}
                </>
              )}
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** More space above the first row and below the last one. */
function edge(index: number, count: number): CSSProperties {
  return {
    paddingTop: index === 0 ? 14 : 5,
    paddingBottom: index === count - 1 ? 14 : 5,
  };
}

const CELL: CSSProperties = {
  ...TEXT,
  paddingLeft: 16,
  paddingRight: 16,
  fontSize: 15,
  lineHeight: 1.45,
  textAlign: 'left',
  verticalAlign: 'top',
};
const LABEL: CSSProperties = {
  ...CELL,
  width: '1%',
  minWidth: 84,
  color: LIGHT.soft,
  fontWeight: 400,
  whiteSpace: 'nowrap',
};
const VALUE: CSSProperties = { ...CELL, paddingLeft: 0, fontWeight: 600 };

/** A table of one row, which is how mail programs place things. */
function Table({
  children,
  className,
  style,
}: {
  children: ReactNode;
  className?: string;
  style?: CSSProperties;
}) {
  return (
    <table
      role="presentation"
      className={className}
      cellPadding={0}
      cellSpacing={0}
      border={0}
      style={{ width: '100%', borderCollapse: 'separate', ...style }}
    >
      <tbody>
        <tr>{children}</tr>
      </tbody>
    </table>
  );
}
