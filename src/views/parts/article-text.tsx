/** The sanitized HTML of an article, with internal links through the router. */
import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import './article.css';

/**
 * Returns the path of this site that a click opens; undefined if the browser should follow the link
 * itself.
 */
function innerPath(event: MouseEvent<HTMLElement>): string | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target === '_blank' || link.origin !== window.location.origin) return;
  return link.pathname + link.search + link.hash;
}

/** HTML that the server has sanitized. Links to pages of this site go through the router. */
export function ArticleText({ html }: { readonly html: string }) {
  const navigate = useNavigate();
  const followInside = (event: MouseEvent<HTMLElement>) => {
    const path = innerPath(event);
    if (path === undefined) return;
    event.preventDefault();
    void navigate(path);
  };
  return (
    // Clicks on links bubble here, those by keyboard too; the element itself is no control.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      className="article"
      onClick={followInside}
      // The server sanitizes every article when it is saved
      // (server/areas/content/sanitize-article.ts).
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
