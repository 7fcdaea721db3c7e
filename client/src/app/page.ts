import { type ComponentType, lazy } from 'react';

/** Loads the file of a page. The page is the only thing that it exports. */
export type LoadPage = () => Promise<Record<string, ComponentType>>;

/**
 * A page whose file loads when it is opened. The router's own `lazy` needs its data router, which alone would add 17 kB
 * to the first script.
 */
export function page(load: LoadPage): ComponentType {
  return lazy(async () => {
    const [Page] = Object.values(await load());
    if (!Page) throw new Error('The file exports no page');
    return { default: Page };
  });
}
