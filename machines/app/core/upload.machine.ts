/**
 * One picture of a form: chosen, uploading, done with a ticket for the call that uses it, or
 * failed. The file itself stays outside: the machine knows its id, and whether it is too large.
 */
import { assign, setup } from 'xstate';
import type { UploadedPicture } from '../../../contract/schemas/pictures.ts';
import { callbackActor } from './actors.ts';
import type { CallAnswer, ProblemName } from './problem.ts';

/** Facts about a chosen file; the app keeps its bytes under `id`. */
export interface ChosenFile {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly type: string;
}

/** Limits of the picture; a missing limit means none. */
export interface UploadLimits {
  readonly bytesMax?: number;
  readonly types?: readonly string[];
}

export interface UploadContext {
  readonly limits: UploadLimits;
  readonly file: ChosenFile | null;
  /** 0 to 100. */
  readonly percent: number;
  readonly ticket: string | null;
  /** Reason for which a file was rejected or its upload failed. */
  readonly message: ProblemName | null;
}

export type UploadEvent =
  | { readonly type: 'file.choose'; readonly file: ChosenFile }
  | { readonly type: 'file.remove' }
  | { readonly type: 'upload.retry' }
  /** The call that used the ticket was refused because of it, or the ticket has expired. */
  | { readonly type: 'ticket.lapse' }
  /** Sent by the uploading actor. */
  | { readonly type: 'upload.progress'; readonly percent: number }
  | { readonly type: 'upload.answered'; readonly answer: CallAnswer<UploadedPicture> };

const isTooLarge = (file: ChosenFile, { bytesMax = Infinity }: UploadLimits) =>
  file.bytes > bytesMax;
const isWrongType = (file: ChosenFile, { types }: UploadLimits) =>
  types !== undefined && !types.includes(file.type);

export const uploadMachine = setup({
  types: {
    context: {} as UploadContext,
    events: {} as UploadEvent,
    input: {} as UploadLimits,
    tags: '' as 'busy',
    children: {} as { send: 'send' },
  },
  actors: { send: callbackActor<UploadEvent, { file: ChosenFile | null }>('send') },
  guards: {
    isTooLarge: ({ context }, { file }: { file: ChosenFile }) => isTooLarge(file, context.limits),
    isWrongType: ({ context }, { file }: { file: ChosenFile }) => isWrongType(file, context.limits),
    isAccepted: (_, { answer }: { answer: CallAnswer<UploadedPicture> }) => answer.ok,
  },
  actions: {
    take: assign((_, { file }: { file: ChosenFile }) => ({
      file,
      percent: 0,
      ticket: null,
      message: null,
    })),
    drop: assign((_, { message }: { message: ProblemName }) => ({
      file: null,
      percent: 0,
      ticket: null,
      message,
    })),
    clear: assign({ file: null, percent: 0, ticket: null, message: null }),
    restart: assign({ percent: 0, ticket: null, message: null }),
    showProgress: assign((_, { percent }: { percent: number }) => ({ percent })),
    keepTicket: assign((_, { answer }: { answer: CallAnswer<UploadedPicture> }) =>
      answer.ok ? { ticket: answer.value.ticket, percent: 100 } : {},
    ),
    keepMessage: assign((_, { answer }: { answer: CallAnswer<UploadedPicture> }) =>
      answer.ok ? {} : { message: answer.error },
    ),
    lapse: assign({ ticket: null, message: 'picture_ticket_invalid' as const }),
  },
}).createMachine({
  id: 'upload',
  description: 'One picture of a form.',
  context: ({ input }) => ({ limits: input, file: null, percent: 0, ticket: null, message: null }),
  initial: 'empty',
  on: {
    'file.choose': [
      {
        description: 'The file is larger than allowed. It is dropped with a message.',
        guard: { type: 'isTooLarge', params: ({ event }) => event },
        target: '.empty',
        actions: { type: 'drop', params: { message: 'file_too_large' } },
      },
      {
        description: 'The file is no picture of an allowed type. It is dropped with a message.',
        guard: { type: 'isWrongType', params: ({ event }) => event },
        target: '.empty',
        actions: { type: 'drop', params: { message: 'unsupported_file_format' } },
      },
      {
        description: 'The file is sent immediately and replaces an earlier one.',
        target: '.uploading',
        reenter: true,
        actions: { type: 'take', params: ({ event }) => event },
      },
    ],
  },
  states: {
    empty: { description: 'No picture is chosen.' },
    uploading: {
      description: 'The picture is being sent.',
      tags: 'busy',
      invoke: { id: 'send', src: 'send', input: ({ context }) => ({ file: context.file }) },
      on: {
        'upload.progress': {
          description: 'More of the picture has arrived.',
          actions: { type: 'showProgress', params: ({ event }) => event },
        },
        'upload.answered': [
          {
            description: 'The server keeps the picture for an hour.',
            guard: { type: 'isAccepted', params: ({ event }) => event },
            target: 'done',
            actions: { type: 'keepTicket', params: ({ event }) => event },
          },
          {
            description: 'The server refuses the picture, or the picture never arrived.',
            target: 'failed',
            actions: { type: 'keepMessage', params: ({ event }) => event },
          },
        ],
        'file.remove': {
          description: 'The user cancels, and sending stops.',
          target: 'empty',
          actions: 'clear',
        },
      },
    },
    failed: {
      description: 'The picture did not arrive. The reason is shown.',
      on: {
        'upload.retry': {
          description: 'The user sends the same file again.',
          target: 'uploading',
          actions: 'restart',
        },
        'file.remove': {
          description: 'The user removes the picture.',
          target: 'empty',
          actions: 'clear',
        },
      },
    },
    done: {
      description: 'The picture arrived and can be used once.',
      on: {
        'ticket.lapse': {
          description: 'The picture has expired or was used. It must be sent again.',
          target: 'failed',
          actions: 'lapse',
        },
        'file.remove': {
          description: 'The user removes the picture.',
          target: 'empty',
          actions: 'clear',
        },
      },
    },
  },
});
