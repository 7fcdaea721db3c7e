import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import './app/styles.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const app = (
  <StrictMode>
    <App />
  </StrictMode>
);
// In slices: a phone stays free for a finger meanwhile.
startTransition(() => {
  // The build has drawn the public pages already, but for what comes after a question mark.
  if (root.hasChildNodes() && !location.search) hydrateRoot(root, app);
  else createRoot(root).render(app);
});
// For public/first-paint.js: React is told of every press from now on.
document.dispatchEvent(new Event('app-listens'));
