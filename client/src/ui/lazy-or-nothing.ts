import { type ComponentType, lazy } from 'react';

/** A part that loads when it is first shown. If it can't be loaded, the page is shown without it. */
export function lazyOrNothing<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(() =>
    load().then(
      (part) => ({ default: part }),
      (): { default: ComponentType<Props> } => ({ default: () => null }),
    ),
  );
}
