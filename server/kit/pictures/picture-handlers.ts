/** Handlers for uploading a picture and for reading one. */
import type { Pictures } from './pictures.ts';
import type { Handlers } from '../http/handlers.ts';

export function createPictureHandlers(
  pictures: Pick<Pictures, 'upload' | 'read'>,
): Pick<Handlers, 'uploadPicture' | 'readPicture'> {
  return {
    uploadPicture: ({ file, type }, { now }) => pictures.upload(file, type, now),
    readPicture: ({ id }, { now, signedIn }) =>
      pictures.read({ pictureId: id, reader: { role: 'user', userId: signedIn.userId }, now }),
  };
}
