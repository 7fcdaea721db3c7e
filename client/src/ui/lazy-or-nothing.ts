import { type ComponentType, lazy } from 'react';

/** A part that loads when it is first shown. If it can't be loaded, it is left out: a page without it is better than none. */
export function lazyOrNothing<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(() =>
    load().then(
      (part) => ({ default: part }),
      (): { default: ComponentType<Props> } => ({ default: () => null }),
    ),
  );
}
