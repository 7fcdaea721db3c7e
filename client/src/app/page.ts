import { type ComponentType, lazy } from 'react';

/** Loads the file of a page. The page is the only thing that it exports. */
export type LoadPage<Props = object> = () => Promise<Record<string, ComponentType<Props>>>;

/**
 * A page whose file loads when it is opened. The router's own `lazy` needs its data router, which alone would add 17 kB
 * to the first script.
 */
export function page<Props = object>(load: LoadPage<Props>): ComponentType<Props> {
  return lazy(async () => {
    const [Page] = Object.values(await load());
    if (!Page) throw new Error('The file exports no page');
    return { default: Page };
  });
}
