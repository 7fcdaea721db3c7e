import { Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { deviceStorage } from '../lib/storage.ts';

type Theme = 'light' | 'dark';

/** Only in a browser: the build draws the pages too (app/prerender.tsx). */
const findSystem = () => window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

/** Between light and dark. Until it is used, the system decides; the choice is kept on this device. */
export function ThemeSwitch() {
  const theme = useSyncExternalStore<Theme>(subscribe, readTheme, () => 'light');
  const other: Theme = theme === 'dark' ? 'light' : 'dark';
  const Icon = theme === 'dark' ? Sun : Moon;
  return (
    <button
      type="button"
      className="btn btn-ghost btn-circle"
      aria-label={`Switch to the ${other} theme`}
      onClick={() => chooseTheme(other)}
    >
      <Icon className="size-5" aria-hidden="true" />
    </button>
  );
}

function readTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return findSystem().matches ? 'dark' : 'light';
}

function chooseTheme(theme: Theme) {
  document.documentElement.dataset['theme'] = theme;
  // public/first-paint.js reads it before the first paint of the next visit.
  deviceStorage.write('theme', theme);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const system = findSystem();
  listeners.add(listener);
  system.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', listener);
  };
}
