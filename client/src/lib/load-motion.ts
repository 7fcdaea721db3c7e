const importFeatures = () => import('./motion-features.ts');

let isLoaded = false;
let loading: ReturnType<typeof importFeatures> | undefined;

/** Loads what framer-motion needs to move things, once. Stays pending when that fails: then nothing moves. */
export function loadMotion() {
  loading ??= importFeatures().then(
    (features) => {
      isLoaded = true;
      return features;
    },
    () => new Promise<never>(() => {}),
  );
  return loading;
}

/** Whether an animation that starts now runs at once. */
export function isMotionLoaded(): boolean {
  return isLoaded;
}
