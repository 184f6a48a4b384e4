/** The hook of one picture upload: chosen file, progress, ticket and failure. */
import { useMachine } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import { LIMITS } from '../../../../contract/limits.ts';
import type { PicturePurpose } from '../../../../contract/schemas/pictures.ts';
import type { ProblemName } from '../../../../machines/app/core/problem.ts';
import { newRandomId } from '../random-id.ts';
import { useRuntime } from '../runtime-context.ts';
import { dataUrlOf } from '../uploads/file-content.ts';
import { provideUpload } from '../uploads/provide-upload.ts';

/** Accepted formats, which the file picker offers (RULES: JPEG, PNG, WebP). */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

export interface UploadView {
  readonly status: 'empty' | 'uploading' | 'failed' | 'done';
  /** 0 to 100. */
  readonly percent: number;
  /** Address of the chosen picture for an `img`; null while none is chosen. */
  readonly objectUrl: string | null;
  /** The chosen file. */
  readonly file: File | null;
  /** Reads the picture as a data URL; null if none is chosen. */
  readonly content: () => Promise<string | null>;
  /** Whether it can be shown in an `img`. */
  readonly isImage: boolean;
  /** Ticket for the call that uses the picture; null unless done. */
  readonly ticket: string | null;
  /** Reason for which a file was rejected or its upload failed. */
  readonly message: ProblemName | null;
  readonly choose: (file: File) => void;
  readonly remove: () => void;
  readonly retry: () => void;
  /** Must be called when the server has rejected the ticket. */
  readonly lapse: () => void;
}

/** One picture of a form, uploaded as soon as it is chosen. */
export function useUpload(purpose: PicturePurpose): UploadView {
  const { api } = useRuntime();
  const [files] = useState(() => new Map<string, File>());
  const [machine] = useState(() => provideUpload({ purpose, files, api }));
  const [snapshot, send] = useMachine(machine, {
    input: { bytesMax: LIMITS.picture_bytes_max, types: PICTURE_TYPES },
  });
  const { file, percent, ticket, message } = snapshot.context;
  const id = file?.id;
  const chosen = id === undefined ? undefined : files.get(id);
  const objectUrl = useMemo(() => (chosen ? URL.createObjectURL(chosen) : null), [chosen]);
  useEffect(
    () => () => {
      if (objectUrl !== null) URL.revokeObjectURL(objectUrl);
    },
    [objectUrl],
  );
  return {
    status: snapshot.value,
    percent,
    objectUrl,
    file: chosen ?? null,
    content: async () => (chosen ? dataUrlOf(chosen) : null),
    isImage: chosen?.type.startsWith('image/') === true,
    ticket,
    message,
    choose: (picked) => {
      const key = newRandomId();
      files.clear();
      files.set(key, picked);
      const { name, size, type } = picked;
      send({ type: 'file.choose', file: { id: key, name, bytes: size, type } });
    },
    remove: () => send({ type: 'file.remove' }),
    retry: () => send({ type: 'upload.retry' }),
    lapse: () => send({ type: 'ticket.lapse' }),
  };
}
