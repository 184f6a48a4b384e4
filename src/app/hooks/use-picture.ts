import { useEffect, useState } from 'react';
import { readPicture } from '../api/read-picture.ts';
import { useRuntime } from '../runtime-context.ts';

export type PictureView =
  | { readonly status: 'loading' | 'failure'; readonly url: null }
  | { readonly status: 'success'; readonly url: string };

const LOADING: PictureView = { status: 'loading', url: null };

/** A private picture of the signed-in person as an address for an `img`; it is read with the token. */
export function usePicture(id: string): PictureView {
  const { sessionPort } = useRuntime();
  const [view, setView] = useState({ id, picture: LOADING });
  useEffect(() => {
    const stop = new AbortController();
    let url: string | null = null;
    readPicture(sessionPort, id, stop.signal).then(
      (picture) => {
        if (stop.signal.aborted) return;
        url = URL.createObjectURL(picture);
        setView({ id, picture: { status: 'success', url } });
      },
      () => {
        if (!stop.signal.aborted) setView({ id, picture: { status: 'failure', url: null } });
      },
    );
    return () => {
      stop.abort();
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [sessionPort, id]);
  return view.id === id ? view.picture : LOADING;
}
