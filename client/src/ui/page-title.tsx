import { useEffect } from 'react';
import type { PageHead } from '../lib/page-heads.ts';

/** Gives the document the head of the page that is shown: its own, or what the server wrote for the first page. */
export function PageTitle({ title, description, picture }: PageHead) {
  useEffect(() => {
    document.title = title;
    setMeta('name', 'description', description);
    setMeta('property', 'og:title', title);
    setMeta('property', 'og:description', description);
    setMeta('property', 'og:image', picture && new URL(picture, location.origin).href);
  }, [title, description, picture]);
  return null;
}

function setMeta(kind: 'name' | 'property', name: string, content: string | undefined): void {
  const found = document.head.querySelector(`meta[${kind}="${name}"]`);
  if (!content) return found?.remove();
  const meta = found ?? document.createElement('meta');
  meta.setAttribute(kind, name);
  meta.setAttribute('content', content);
  if (!found) document.head.append(meta);
}
