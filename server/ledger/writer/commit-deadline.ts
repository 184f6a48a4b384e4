/** The deadline of a commit: a commit that does not end in time ends the writer, not the exchange. */
import { setImmediate } from 'node:timers/promises';

/** A commit did not end in time. Its result is unknown until the next start reads the store. */
class CommitLateError extends Error {
  override readonly name = 'CommitLateError';
}

/** Turns of the event loop that a process needs to read an answer that arrived while it stood still. */
const TURNS_TO_READ = 3;

/** @returns the result of `commit`. @throws CommitLateError when it has not ended after `ms`; its own error before. */
export async function endsWithin<T>(commit: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => void rejectLate(reject, ms), ms);
  });
  try {
    return await Promise.race([commit, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function rejectLate(reject: (error: Error) => void, ms: number): Promise<void> {
  // The process may have been stopped for as long, with the answer in its socket.
  for (let turn = 0; turn < TURNS_TO_READ; turn += 1) await setImmediate();
  reject(new CommitLateError(`a commit has not ended after ${ms} ms`));
}
