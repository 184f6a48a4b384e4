/** The registry of submissions that outlive their screens until their outcome was shown. */
import { createActor, type ActorRefFrom } from 'xstate';
import { ENDPOINTS, type Endpoint, type TextEndpointName } from '../../../../contract/endpoints.ts';
import type { ResponseOf } from '../../../../contract/routes.ts';
import type {
  createSubmissionMachine,
  SubmissionFields,
} from '../../../../machines/app/core/submission.machine.ts';
import { newRandomId } from '../random-id.ts';
import { keptUntilSignOut } from '../kept-until-sign-out.ts';
import type { Runtime } from '../runtime.ts';
import { commandDepsOf } from './provide-command-outcome.ts';
import { draftSlot } from './drafts.ts';
import { provideSubmission, type SubmissionForm } from './submission-form.ts';

/** A form that makes one call, with its running calls. */
interface Submission<Name extends TextEndpointName, Fields extends SubmissionFields, Facts> {
  readonly actor: ActorRefFrom<
    typeof createSubmissionMachine<Fields, Facts, ResponseOf<Name>> extends (
      ...args: never
    ) => infer Machine
      ? Machine
      : never
  >;
  /** Calls the listener at each later success. @returns a function that ends it. */
  onSuccess(listener: (answer: ResponseOf<Name>) => void): () => void;
  /** Whether it succeeded without a listener. */
  wasUnheard(): boolean;
  submit(facts: Facts): void;
  /** The user has seen the outcome, so the form is reset when it is opened again. */
  letGo(): void;
  stop(): void;
}

interface SubmissionStart<Fields> {
  /** Initial values of the fields of a new form. */
  readonly initial?: Partial<Fields>;
  /** The record that the call is about, if there are several; each has a form of its own. */
  readonly subject?: string;
}

/**
 * Submissions with an idempotency key, from sending until a screen has shown their outcome. Without
 * them a returning user could take a running command for one that was never sent, and send it
 * again.
 */
const sentOf = keptUntilSignOut<string, { stop(): void }>();

/** Returns the sent form if the user has not seen its outcome yet; otherwise a new one. */
export function submissionOf<Name extends TextEndpointName, Fields extends SubmissionFields, Facts>(
  runtime: Runtime,
  form: SubmissionForm<Name, Fields, Facts>,
  { initial, subject = '' }: SubmissionStart<Fields>,
): Submission<Name, Fields, Facts> {
  const sent = sentOf(runtime);
  const slot = `${form.name} ${subject}`;
  // The entry under the name of a call was made from its form.
  const known = sent.get(slot) as Submission<Name, Fields, Facts> | undefined;
  if (known !== undefined) return known;

  const { takesKey }: Endpoint = ENDPOINTS[form.name];
  const listeners = new Set<(answer: ResponseOf<Name>) => void>();
  let wasUnheard = false;
  const machine = provideSubmission(form, commandDepsOf(runtime)).provide({
    actions: {
      succeed: (_, reply) => {
        wasUnheard = listeners.size === 0;
        if (reply?.ok) for (const notify of listeners) notify(reply.value);
      },
    },
  });
  const start: Partial<Fields> = initial ?? {};
  const draft = form.draft && draftSlot<Fields>(runtime, slot, form.draft, start);
  const actor = createActor(machine, { input: { fields: { ...start, ...draft?.read() } } }).start();
  if (draft !== undefined)
    actor.subscribe(({ value, context }) => {
      if (value === 'done') draft.drop();
      else draft.keep(context.fields);
    });
  const submission: Submission<Name, Fields, Facts> = {
    actor,
    onSuccess(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    wasUnheard: () => wasUnheard,
    submit(facts) {
      const intent = takesKey
        ? { key: newRandomId(), expiresAt: runtime.api.commandExpiry() }
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

/** Returns whether the outcome is still open. */
export const isOpen = (status: string): boolean => status === 'submitting' || status === 'unknown';
