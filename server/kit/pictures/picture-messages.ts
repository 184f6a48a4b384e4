/** What the server and the process that decodes pictures say to each other. */
import type { PictureFormat } from './picture-type.ts';

/** One picture as it was sent, and what is to be made of it. */
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
