import axios, { type AxiosProgressEvent } from 'axios';
import { fromCallback } from 'xstate';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import type { Locale } from '../../../contract/languages.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { PicturePurpose, UploadedPicture } from '../../../contract/schemas/pictures.ts';
import {
  uploadMachine,
  type ChosenFile,
  type UploadEvent,
} from '../../../machines/app/upload.machine.ts';
import type { CallAnswer } from '../../../machines/app/problem.ts';
import { readEnvelope } from '../api/read-envelope.ts';

export interface UploadDeps {
  readonly purpose: PicturePurpose;
  /** Bytes of the chosen files, by id. */
  readonly files: ReadonlyMap<string, File>;
  locale(): Locale;
}

/** The upload machine with its call. Leaving the state stops a transfer under way. */
export const provideUpload = ({ purpose, files, locale }: UploadDeps) =>
  uploadMachine.provide({
    actors: {
      send: fromCallback<UploadEvent, { file: ChosenFile | null }>(({ sendBack, input }) => {
        const stop = new AbortController();
        const file = input.file === null ? undefined : files.get(input.file.id);
        const onProgress = ({ loaded, total }: AxiosProgressEvent) => {
          if (total !== undefined && total > 0)
            sendBack({ type: 'upload.progress', percent: Math.floor((loaded / total) * 100) });
        };
        void send({ purpose, file, locale, onProgress, signal: stop.signal }).then((answer) => {
          if (!stop.signal.aborted) sendBack({ type: 'upload.answered', answer });
        });
        return () => stop.abort();
      }),
    },
  });

interface Sending {
  readonly purpose: PicturePurpose;
  readonly file: File | undefined;
  readonly signal: AbortSignal;
  locale(): Locale;
  onProgress(event: AxiosProgressEvent): void;
}

async function send(sending: Sending): Promise<CallAnswer<UploadedPicture>> {
  const { purpose, file, signal, locale, onProgress } = sending;
  if (file === undefined) return { ok: false, error: 'picture_unreadable' };
  const form = new FormData();
  form.append('type', purpose);
  form.append('file', file);
  try {
    const reply = await axios.post<unknown>(ENDPOINTS.uploadPicture.path, form, {
      headers: { Lang: locale(), 'X-Requested-With': 'XMLHttpRequest' },
      timeout: LIMITS.http_timeout_ms,
      validateStatus: () => true,
      onUploadProgress: onProgress,
      signal,
    });
    const envelope = readEnvelope(reply.data);
    if (envelope === null) return { ok: false, error: 'unexpected_reply' };
    if ('error' in envelope) return { ok: false, error: envelope.error };
    return { ok: true, value: envelope.data as UploadedPicture };
  } catch (failure) {
    const isTimeout = axios.isAxiosError(failure) && failure.code === 'ECONNABORTED';
    return { ok: false, error: isTimeout ? 'request_timeout' : 'network_failed' };
  }
}
