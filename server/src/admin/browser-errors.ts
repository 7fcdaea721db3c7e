import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { readAppPaths } from '../app-paths.ts';
import type { Services } from '../services.ts';

type BrowserError = ParsedInput<Contract['POST /browserErrors']>['body'];

/** For a page that is none of ours, and for all pages if another server has the web app. */
const OTHER = 'other';

/**
 * Counts errors of the web app in the metrics, and writes a line of the log about each. A page's name comes from the
 * list that the web app was built with, so that no caller can start new series of metrics, or write into the log. The
 * call's schema leaves no room for other words. R506.
 */
export function createErrorCounter({
  environment,
  log,
  metrics,
}: Pick<Services, 'environment' | 'log' | 'metrics'>): (error: BrowserError) => void {
  const { CLIENT_DIR } = environment;
  const pages = new Set(CLIENT_DIR ? readAppPaths(CLIENT_DIR) : []);
  return ({ page, name, browser, frames }) => {
    const route = pages.has(page) ? page : OTHER;
    metrics.countBrowserError(route);
    log.warn({ route, name, browser, frames }, 'an error in a browser');
  };
}
