/** A server as loads see it: a machine with too much work refuses calls for a moment, and a client asks again. */
import { setTimeout as pause } from 'node:timers/promises';
import { serverView } from '../servers/server-view.ts';
import type { TestServer } from '../servers/test-server.ts';

const RETRY_MS = 100;
/** Longer than any overload; a server that has ended refuses for good. */
const PATIENCE_MS = 15_000;

/** @param isOver true from the kill on, when a refusal is final. */
export const patientServer = (server: TestServer, isOver: () => boolean): TestServer =>
  serverView(server, {
    call: async (name, fields, options) => {
      for (const deadline = performance.now() + PATIENCE_MS; ; await pause(RETRY_MS)) {
        const answer = await server.call(name, fields, options);
        const isRefused = 'error' in answer && answer.error === 'service_unavailable';
        if (!isRefused || isOver() || performance.now() > deadline) return answer;
      }
    },
  });
