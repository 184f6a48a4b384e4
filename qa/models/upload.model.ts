/** Alphabet of a picture upload. */
import { LIMITS } from '../../contract/limits.ts';
import { uploadMachine } from '../../machines/app/core/upload.machine.ts';
import { defineModel, stateAnd } from './model.ts';

const file = { id: 'f1', name: 'front.jpg', bytes: 1_000, type: 'image/jpeg' };
const ticket = 't'.repeat(43);

export const uploadModel = defineModel({
  name: 'upload',
  machine: uploadMachine,
  input: { bytesMax: LIMITS.picture_bytes_max, types: ['image/jpeg', 'image/png', 'image/webp'] },
  cases: [
    {
      event: { type: 'file.choose', file },
      by: 'user',
      label: 'the user chooses a picture',
    },
    {
      event: { type: 'file.choose', file: { ...file, bytes: LIMITS.picture_bytes_max + 1 } },
      by: 'user',
      label: 'the user chooses a picture that is too large',
    },
    {
      event: { type: 'file.choose', file: { ...file, type: 'application/pdf' } },
      by: 'user',
      label: 'the user chooses a file that is no picture',
    },
    { event: { type: 'file.remove' }, by: 'user', label: 'the user removes the picture' },
    { event: { type: 'upload.retry' }, by: 'user', label: 'the user sends the picture again' },
    {
      event: { type: 'upload.progress', percent: 40 },
      by: 'system',
      label: 'a part of the picture has arrived',
    },
    {
      event: {
        type: 'upload.answered',
        answer: {
          ok: true,
          value: { ticket, expires_at: 3_600_000, width: 100, height: 80 },
        },
      },
      by: 'system',
      label: 'the server keeps the picture',
    },
    {
      event: { type: 'upload.answered', answer: { ok: false, error: 'picture_unreadable' } },
      by: 'system',
      label: 'the server cannot read the picture',
    },
    {
      event: { type: 'ticket.lapse' },
      by: 'system',
      label: 'the server no longer takes the ticket',
    },
  ],
  key: (snapshot) =>
    stateAnd(
      snapshot,
      snapshot.context.file !== null,
      snapshot.context.percent,
      snapshot.context.ticket !== null,
      snapshot.context.message,
    ),
  stateLabels: {
    empty: 'no picture is chosen',
    uploading: 'the picture is masked as on its way',
    failed: 'the picture is masked as failed, with the reason and a way to try again',
    done: 'the picture shows as done',
  },
  limit: 1_000,
});
