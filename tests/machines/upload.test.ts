/** The size limit of a picture, to the byte. */
import { createActor, fromCallback } from 'xstate';
import { expect, test } from 'vitest';
import {
  uploadMachine,
  type ChosenFile,
  type UploadEvent,
  type UploadLimits,
} from '../../machines/app/core/upload.machine.ts';

const BYTES_MAX = 1_000;

const LIMITED: UploadLimits = { bytesMax: BYTES_MAX, types: ['image/jpeg'] };

function choose(bytes: number, input = LIMITED) {
  const send = fromCallback<UploadEvent, { file: ChosenFile | null }>(() => () => undefined);
  const actor = createActor(uploadMachine.provide({ actors: { send } }), {
    input,
  }).start();
  actor.send({
    type: 'file.choose',
    file: { id: 'f1', name: 'front.jpg', bytes, type: 'image/jpeg' },
  });
  return actor.getSnapshot();
}

test('a picture of exactly the allowed size is sent', () => {
  expect(choose(BYTES_MAX).value).toBe('uploading');
});

test('one byte more is reported and dropped', () => {
  const { value, context } = choose(BYTES_MAX + 1);

  expect(value).toBe('empty');
  expect(context).toMatchObject({ file: null, message: 'file_too_large' });
});

test('a picture purpose without a limit accepts any size', () => {
  expect(choose(Number.MAX_SAFE_INTEGER, {}).value).toBe('uploading');
});
