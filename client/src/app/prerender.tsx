import { text } from 'node:stream/consumers';
import type { DrawnDocument } from '@speakifyr/contract/drawn-page.ts';
import { FIRST_SCHOOL, setSchool } from '@speakifyr/contract/school.ts';
import { type ReactNode, StrictMode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { setPageTexts } from '../lib/page-texts.ts';
import { App } from './app.tsx';
import { Document } from './document.tsx';

/**
 * Renders a page as a visitor sees it before any data has loaded. The build, the dev server and the server load this file.
 * The school is the one of the settings, so only one page may be rendered at a time.
 * @param path the page's address, such as `/classes`; without one the document is empty, and the browser renders it all
 * @returns the HTML of the whole document
 */
export async function prerenderPage(document: DrawnDocument, path?: string): Promise<string> {
  setSchool({ ...FIRST_SCHOOL, ...document.settings.school });
  setPageTexts(document.settings.texts);
  const Router = ({ children }: { children: ReactNode }) => (
    <StaticRouter location={path ?? '/'}>{children}</StaticRouter>
  );
  const { prelude } = await prerenderToNodeStream(
    <Document {...document}>
      {path && (
        <StrictMode>
          <App Router={Router} />
        </StrictMode>
      )}
    </Document>,
    // In one piece: React would need inline scripts to put several together.
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER },
  );
  return text(prelude);
}
