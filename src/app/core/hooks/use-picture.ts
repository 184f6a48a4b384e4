/** The hook that loads a private picture with the access token, as an address for an `img`. */
import { useEffect, useState } from 'react';
import type { ProblemName } from '../../../../machines/app/core/problem.ts';
import { callAnswer } from '../api/call-answer.ts';
import { useRuntime } from '../runtime-context.ts';

type PictureView =
  | { readonly status: 'loading'; readonly url: null }
  | { readonly status: 'failure'; readonly url: null; readonly error: ProblemName }
  | { readonly status: 'success'; readonly url: string };

const LOADING: PictureView = { status: 'loading', url: null };

/**
 * Returns a private picture of the signed-in user as an address for an `img`; it is loaded with the
 * token.
 */
export function usePicture(id: string): PictureView {
  const { api } = useRuntime();
  const [view, setView] = useState<{ readonly id: string; readonly picture: PictureView }>({
    id,
    picture: LOADING,
  });
  useEffect(() => {
    const stop = new AbortController();
    let url: string | null = null;
    void callAnswer(api.readPicture(id, stop.signal)).then((answer) => {
      if (stop.signal.aborted) return;
      if (answer.ok) url = URL.createObjectURL(answer.value);
      setView({
        id,
        picture:
          url === null
            ? { status: 'failure', url, error: answer.ok ? 'unexpected_reply' : answer.error }
            : { status: 'success', url },
      });
    });
    return () => {
      stop.abort();
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [api, id]);
  return view.id === id ? view.picture : LOADING;
}
