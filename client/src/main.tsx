import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
// First: everything else reads what the page says about the school.
import './lib/config.ts';
import { App } from './app/app.tsx';
import { PlaceInDocument } from './app/place-in-document.tsx';
import { watchErrors } from './lib/watch-errors.ts';
import './app/styles.css';

watchErrors();
const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

const app = (
  <PlaceInDocument>
    <StrictMode>
      <App />
    </StrictMode>
  </PlaceInDocument>
);
// In a transition React works in slices, so a phone still reacts to a finger.
startTransition(() => {
  // The server has drawn the public pages already, but it can't know what follows a question mark.
  if (root.hasChildNodes() && !location.search) hydrateRoot(root, app);
  else createRoot(root).render(app);
});
// For public/first-paint.js: from now on React sees every click.
document.dispatchEvent(new Event('app-listens'));
