import { text } from 'node:stream/consumers';
import { type ReactNode, StrictMode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from './app.tsx';

/**
 * Draws a page as a visitor sees it before any data is there, for its HTML. Only the build loads this file.
 * @param path its address, such as `/classes`
 */
export async function prerenderPage(path: string): Promise<string> {
  const Router = ({ children }: { children: ReactNode }) => (
    <StaticRouter location={path}>{children}</StaticRouter>
  );
  const { prelude } = await prerenderToNodeStream(
    <StrictMode>
      <App Router={Router} />
    </StrictMode>,
    // In one piece: pieces would be put together by inline scripts.
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER },
  );
  return text(prelude);
}
