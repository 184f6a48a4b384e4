/** The hook for a form with several pictures: filled places and one empty place. */
import type { PicturePurpose } from '../../../../contract/schemas/pictures.ts';
import { useUpload, type UploadView } from './use-upload.ts';

export interface PictureSet {
  /** All places for pictures, also the empty ones. */
  readonly uploads: readonly UploadView[];
  /** Those with something to show, and one empty place as long as there is one. */
  readonly shown: readonly { readonly place: number; readonly upload: UploadView }[];
  /** Of those that have arrived, joined by commas. */
  readonly tickets: string;
  /** One is on its way, or failed. */
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
