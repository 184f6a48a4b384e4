/** The hook that loads a private picture with the operator's session. */
import { useEffect, useState } from 'react';
import { useConsole } from '../core/runtime-context.ts';

interface OperatorPicture {
  readonly status: 'loading' | 'success' | 'failure';
  /** Address for an `img`; null until it is loaded. */
  readonly url: string | null;
}

/**
 * Loads a private picture with the operator's session. For another `id`, or a retry, the component
 * needs another `key`.
 */
export function useOperatorPicture(id: string): OperatorPicture {
  const { api } = useConsole();
  const [view, setView] = useState<OperatorPicture>({
    status: 'loading',
    url: null,
  });
  useEffect(() => {
    const stop = new AbortController();
    let url: string | null = null;
    api.readPicture(id, stop.signal).then(
      (picture) => {
        if (stop.signal.aborted) return;
        url = URL.createObjectURL(picture);
        setView({ status: 'success', url });
      },
      () => {
        if (!stop.signal.aborted) setView({ status: 'failure', url: null });
      },
    );
    return () => {
      stop.abort();
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [api, id]);
  return view;
}
