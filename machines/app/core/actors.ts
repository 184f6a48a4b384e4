/** Placeholders of the actors that machines name; `src/app` implements each one. */
import { fromCallback, fromPromise, type EventObject, type NonReducibleUnknown } from 'xstate';

/**
 * Creates a promise actor that must be provided. @throws Error naming it when it runs unprovided.
 */
export const promiseActor = <Output, Input = NonReducibleUnknown>(name: string) =>
  fromPromise<Output, Input>(() => {
    throw new Error(`the actor "${name}" was not provided`);
  });

/**
 * Creates a callback actor that must be provided. @throws Error naming it when it runs unprovided.
 */
export const callbackActor = <
  Command extends EventObject = EventObject,
  Input = NonReducibleUnknown,
>(
  name: string,
) =>
  fromCallback<Command, Input>(() => {
    throw new Error(`the actor "${name}" was not provided`);
  });

/**
 * Declares an action that the app implements; the machine only decides when it runs, and with which
 * parameters.
 */
export const effect =
  <Params = undefined>() =>
  (_args: unknown, _params: Params): void => {};
