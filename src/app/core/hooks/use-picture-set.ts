/** The hook for a form with several pictures: filled places and one empty place. */
import type { PicturePurpose } from '../../../../contract/schemas/pictures.ts';
import { useUpload, type UploadView } from './use-upload.ts';

export interface PictureSet {
  /** All places for pictures, including empty ones. */
  readonly uploads: readonly UploadView[];
  /** The filled places, and one empty place if any is left. */
  readonly shown: readonly { readonly place: number; readonly upload: UploadView }[];
  /** Tickets of the uploaded pictures, joined by commas. */
  readonly tickets: string;
  /** Whether an upload is running or has failed. */
  readonly isMissing: boolean;
  readonly clear: () => void;
}

/** Up to four pictures (`feedback_pictures_max`) of one form. */
export function usePictureSet(purpose: PicturePurpose): PictureSet {
  const uploads = [useUpload(purpose), useUpload(purpose), useUpload(purpose), useUpload(purpose)];
  const places = uploads.map((upload, place) => ({ place, upload }));
  const isUsed = ({ status, message }: UploadView) => status !== 'empty' || message !== null;
  const firstFree = uploads.findIndex((upload) => !isUsed(upload));
  return {
    uploads,
    shown: places.filter(({ place, upload }) => isUsed(upload) || place === firstFree),
    tickets: uploads.flatMap(({ ticket }) => (ticket === null ? [] : [ticket])).join(','),
    isMissing: uploads.some(({ status }) => status === 'uploading' || status === 'failed'),
    clear() {
      for (const upload of uploads) upload.remove();
    },
  };
}
