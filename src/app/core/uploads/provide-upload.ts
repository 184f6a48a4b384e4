/** Provides the upload machine with its call and the bytes of the chosen files. */
import { fromCallback } from 'xstate';
import type { PicturePurpose, UploadedPicture } from '../../../../contract/schemas/pictures.ts';
import {
  uploadMachine,
  type ChosenFile,
  type UploadEvent,
} from '../../../../machines/app/core/upload.machine.ts';
import type { CallAnswer } from '../../../../machines/app/core/problem.ts';
import type { ApiClient } from '../api/api-client.ts';
import { callAnswer } from '../api/call-answer.ts';

interface UploadDeps {
  readonly purpose: PicturePurpose;
  /** Bytes of the chosen files, by id. */
  readonly files: ReadonlyMap<string, File>;
  readonly api: Pick<ApiClient, 'uploadPicture'>;
}

/** Provides the upload machine with its call. Leaving the state aborts a running transfer. */
export const provideUpload = ({ purpose, files, api }: UploadDeps) =>
  uploadMachine.provide({
    actors: {
      send: fromCallback<UploadEvent, { file: ChosenFile | null }>(({ sendBack, input }) => {
        const stop = new AbortController();
        const { signal } = stop;
        const file = input.file === null ? undefined : files.get(input.file.id);
        const onProgress = (percent: number) => sendBack({ type: 'upload.progress', percent });
        const sent: Promise<CallAnswer<UploadedPicture>> =
          file === undefined
            ? Promise.resolve({ ok: false, error: 'picture_unreadable' })
            : callAnswer(api.uploadPicture(purpose, file, { signal, onProgress }));
        void sent.then((answer) => {
          if (!signal.aborted) sendBack({ type: 'upload.answered', answer });
        });
        return () => stop.abort();
      }),
    },
  });
