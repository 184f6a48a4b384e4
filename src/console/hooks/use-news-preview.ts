/** The hook that previews article HTML as the server sanitizes it. */
import { useEffect, useState } from 'react';
import { useConsole } from '../core/runtime-context.ts';

/** Pause in typing before the preview is requested. */
const PAUSE_MS = 400;

/**
 * Returns the content as the server sanitizes it; the previous result during a request, null before
 * any.
 */
export function useNewsPreview(content: string): string | null {
  const { api } = useConsole();
  const [html, setHtml] = useState<string | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      api.call('previewNews', { content }, { signal: stop.signal }).then(
        (preview) => {
          if (!stop.signal.aborted) setHtml(preview.content);
        },
        // The last preview stays; the next change requests a new one.
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [api, content]);
  return html;
}
