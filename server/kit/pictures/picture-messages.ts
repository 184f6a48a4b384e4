/** Messages between the server and the process that decodes pictures. */
import type { PictureFormat } from './picture-type.ts';

/** An uploaded picture, and the limits of the result. */
export interface PictureJob {
  readonly bytes: Uint8Array;
  readonly format: PictureFormat;
  readonly pixelsMax: number;
  /** Longest side of the result, pixels. */
  readonly sideMax: number;
}

/** A picture that was decoded and encoded again: JPEG, upright, without metadata. */
export interface CleanPicture {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export type PictureRefusal = 'unsupported_file_format' | 'picture_unreadable';

export type PictureReply =
  | ({ readonly ok: true } & CleanPicture)
  | { readonly ok: false; readonly error: PictureRefusal };
