/** The registry of submissions that outlive their screens until their outcome was shown. */
import { createActor, type ActorRefFrom } from 'xstate';
import { ENDPOINTS, type Endpoint, type TextEndpointName } from '../../../../contract/endpoints.ts';
import type { ResponseOf } from '../../../../contract/routes.ts';
import type {
  createSubmissionMachine,
  SubmissionFields,
} from '../../../../machines/app/core/submission.machine.ts';
import { newIdempotencyKey } from '../idempotency-key.ts';
import { keptUntilSignOut } from '../kept-until-sign-out.ts';
import type { Runtime } from '../runtime.ts';
import { commandDepsOf } from './provide-command-outcome.ts';
import { provideSubmission, type SubmissionForm } from './submission-form.ts';

/** A form that makes one call, with the calls that it has under way. */
export interface Submission<Name extends TextEndpointName, Fields extends SubmissionFields, Facts> {
  readonly actor: ActorRefFrom<
    typeof createSubmissionMachine<Fields, Facts, ResponseOf<Name>> extends (
      ...args: never
    ) => infer Machine
      ? Machine
      : never
  >;
  /** Tells of each grant that comes from now on. @returns what ends it. */
  onSuccess(listener: (answer: ResponseOf<Name>) => void): () => void;
  /** It was granted while nobody listened. */
  wasUnheard(): boolean;
  submit(facts: Facts): void;
  /** The person knows what became of it: the form begins again when it is shown again. */
  letGo(): void;
  stop(): void;
}

interface SubmissionStart<Fields> {
  /** What the fields begin with, where nothing was sent before. */
  readonly initial?: Partial<Fields>;
  /** Which of several the call is about; each has a form of its own. */
  readonly subject?: string;
}

/**
 * Those whose call takes a key, from the moment they were sent until a screen has shown what became of
 * them: a person who comes back must not take what is still under way for not done and send it again.
 */
const sentOf = keptUntilSignOut<string, { stop(): void }>();

/** The form as it was sent, where it is not known to the person yet what became of it; otherwise a new one. */
export function submissionOf<Name extends TextEndpointName, Fields extends SubmissionFields, Facts>(
  runtime: Runtime,
  form: SubmissionForm<Name, Fields, Facts>,
  { initial, subject = '' }: SubmissionStart<Fields>,
): Submission<Name, Fields, Facts> {
  const sent = sentOf(runtime);
  const slot = `${form.name} ${subject}`;
  // What is kept under the name of a call was made from its form.
  const known = sent.get(slot) as Submission<Name, Fields, Facts> | undefined;
  if (known !== undefined) return known;

  const { takesKey }: Endpoint = ENDPOINTS[form.name];
  const listeners = new Set<(answer: ResponseOf<Name>) => void>();
  let wasUnheard = false;
  const machine = provideSubmission(form, commandDepsOf(runtime)).provide({
    actions: {
      succeed: (_, reply) => {
        wasUnheard = listeners.size === 0;
        if (reply?.ok) for (const tell of listeners) tell(reply.value);
      },
    },
  });
  const actor = createActor(machine, { input: initial ? { fields: initial } : {} }).start();
  const submission: Submission<Name, Fields, Facts> = {
    actor,
    onSuccess(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    wasUnheard: () => wasUnheard,
    submit(facts) {
      const intent = takesKey
        ? { key: newIdempotencyKey(), expiresAt: runtime.api.commandExpiry() }
        : null;
      actor.send({ type: 'form.submit', intent, facts });
      if (takesKey && isOpen(actor.getSnapshot().value)) sent.set(slot, submission);
    },
    letGo() {
      if (sent.get(slot) === submission) sent.delete(slot);
    },
    stop: () => actor.stop(),
  };
  return submission;
}

/** Whether it is not decided yet what becomes of what was sent. */
export const isOpen = (status: string): boolean => status === 'submitting' || status === 'unknown';
