/** Placeholders of the actors that machines name: `src/app` implements each one. */
import { fromCallback, fromPromise, type EventObject, type NonReducibleUnknown } from 'xstate';

/** A promise actor that must be provided. @throws Error naming it when it runs without. */
export const promiseActor = <Output, Input = NonReducibleUnknown>(name: string) =>
  fromPromise<Output, Input>(() => {
    throw new Error(`the actor "${name}" was not provided`);
  });

/** A callback actor that must be provided. @throws Error naming it when it runs without. */
export const callbackActor = <
  Command extends EventObject = EventObject,
  Input = NonReducibleUnknown,
>(
  name: string,
) =>
  fromCallback<Command, Input>(() => {
    throw new Error(`the actor "${name}" was not provided`);
  });

/** An action that the app gives its meaning; the machine only says when, and with what. */
export const effect =
  <Params = undefined>() =>
  (_args: unknown, _params: Params): void => {};
