/** The hook that previews article HTML as the server sanitizes it. */
import { useEffect, useState } from 'react';
import { useConsole } from '../runtime-context.ts';

/** How long typing must pause before the server is asked. */
const PAUSE_MS = 400;

/** The content as the server sanitises it; the last one it gave while it is asked again, null before any. */
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
        // The last preview stays; the next change asks again.
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
