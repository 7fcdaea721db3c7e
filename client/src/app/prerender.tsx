import { text } from 'node:stream/consumers';
import { type ReactNode, StrictMode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from './app.tsx';
import { Document, type DocumentProps } from './document.tsx';

/**
 * Renders a page as a visitor sees it before any data has loaded. Only the build and the dev server load this file.
 * @param path the page's address, such as `/classes`; without one the document is empty, and the browser renders it all
 * @returns the HTML of the whole document
 */
export async function prerenderPage(document: DocumentProps, path?: string): Promise<string> {
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
