/** Decodes pictures in a process of their own, which starts on demand and stops when idle. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { LIMITS } from '../../../contract/limits.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import { SECOND_MS } from '../../../contract/time.ts';
import { Gate, GateFullError } from '../queue/concurrency.ts';
import type { Log } from '../log.ts';
import type { CleanPicture, PictureJob, PictureRefusal, PictureReply } from './picture-messages.ts';
import { isAnimatedPng, pictureFormatOf } from './picture-type.ts';

const WORKER = path.join(import.meta.dirname, 'picture-worker.ts');
/**
 * Nothing of the server's own environment, because the process that decodes strangers' files must
 * know no secret. The variables make glibc return memory immediately; otherwise the process grows
 * with every picture.
 */
const WORKER_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '65536',
};
/** Pictures that may wait while one is decoded; each holds its bytes in memory. */
const WAITING_MAX = 12;
/** A picture that takes longer is rejected; an ordinary one takes half a second. */
const JOB_MS_MAX = 20 * SECOND_MS;
/** The process stops after this time without work. */
const IDLE_MS = 60 * SECOND_MS;
const RETRY_AFTER_S = 5;

type CleanResult = Result<CleanPicture, PictureRefusal | 'service_unavailable'>;

export class PictureCleaner {
  readonly #log: Log;
  readonly #gate = new Gate(1, WAITING_MAX);
  #worker: ChildProcess | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Process id of the decoder while it runs, for measurements. */
  get workerPid(): number | undefined {
    return this.#worker?.pid;
  }

  /**
   * Decodes the picture and encodes the result again. A picture that ends the decoder, or takes too
   * long, is unreadable; `service_unavailable` when too many wait already.
   */
  async clean(bytes: Uint8Array): Promise<CleanResult> {
    const format = pictureFormatOf(bytes);
    if (format === undefined || (format === 'png' && isAnimatedPng(bytes)))
      return refuse('unsupported_file_format');
    const job: PictureJob = {
      bytes,
      format,
      pixelsMax: LIMITS.picture_pixels_max,
      sideMax: LIMITS.picture_side_max,
    };
    try {
      return await this.#gate.run(() => this.#run(job));
    } catch (error) {
      if (error instanceof GateFullError) return refuse('service_unavailable', RETRY_AFTER_S);
      throw error;
    }
  }

  /** Stops the decoder; waiting pictures are answered as unavailable. */
  close(): void {
    this.#isClosed = true;
    this.#endWorker();
  }

  async #run(job: PictureJob): Promise<CleanResult> {
    if (this.#isClosed) return unavailable();
    clearTimeout(this.#idleTimer);
    const worker = this.#worker ?? (await this.#startWorker());
    if (worker === undefined) return unavailable();
    const reply = await this.#ask(worker, job);
    this.#idleTimer = setTimeout(() => this.#endWorker(), IDLE_MS).unref();
    if (this.#isClosed) return unavailable();
    return reply.ok ? ok(reply) : reply;
  }

  #ask(worker: ChildProcess, job: PictureJob): Promise<PictureReply> {
    return new Promise((resolve) => {
      const settle = (reply: PictureReply) => {
        clearTimeout(timer);
        worker.off('message', settle).off('exit', onExit);
        resolve(reply);
      };
      const giveUp = (reason: string) => {
        this.#log.warn({ reason, byteCount: job.bytes.length }, 'a picture was rejected');
        this.#endWorker();
        settle({ ok: false, error: 'picture_unreadable' });
      };
      const onExit = () => giveUp('the decoder ended');
      const timer = setTimeout(() => giveUp('it takes too long'), JOB_MS_MAX);
      worker.once('message', settle).once('exit', onExit);
      worker.send(job, (error) => {
        if (error) giveUp('the decoder cannot be reached');
      });
    });
  }

  /** Returns undefined if the process does not start. */
  #startWorker(): Promise<ChildProcess | undefined> {
    const worker = fork(WORKER, {
      env: WORKER_ENVIRONMENT,
      execArgv: ['--max-old-space-size=64'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#worker = worker;
    return new Promise((resolve) => {
      const timer = setTimeout(() => worker.kill('SIGKILL'), JOB_MS_MAX);
      // Its first message reports that it is ready.
      worker.once('message', () => {
        clearTimeout(timer);
        worker.unref();
        resolve(worker);
      });
      const onEnd = (cause: unknown) => {
        clearTimeout(timer);
        resolve(undefined);
        if (this.#worker !== worker) return;
        this.#worker = undefined;
        this.#log.error({ cause: String(cause) }, 'the decoder of pictures ended');
      };
      worker.once('exit', onEnd).once('error', onEnd);
    });
  }

  #endWorker(): void {
    clearTimeout(this.#idleTimer);
    this.#worker?.kill('SIGKILL');
    this.#worker = undefined;
  }
}

const unavailable = () => refuse('service_unavailable', RETRY_AFTER_S);
