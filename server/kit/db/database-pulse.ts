/**
 * Asks the database regularly whether it answers, over a connection of its own. A database that is
 * gone fails every statement at once; one that hangs would make every call wait.
 */
import { Socket } from 'node:net';
import { Client } from 'pg';
import type { Job, Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import { connectionOptions } from './database.ts';
import type { DatabaseAddress } from './database.ts';

interface DatabasePulseParts {
  readonly address: DatabaseAddress;
  readonly log: Log;
  readonly jobs: Jobs;
  /** Called when the database begins to hang, and when it answers again. */
  onChange(isHung: boolean): void;
}

/**
 * The number of intervals without an answer after which the database hangs. Intervals are counted
 * instead of time, so that a process that was itself held up does not blame the database.
 */
const SILENT_LOOKS_MAX = 5;

export class DatabasePulse {
  readonly #parts: DatabasePulseParts;
  #line: { readonly client: Client; readonly socket: Socket } | undefined;
  #job: Job | undefined;
  #silentLooks = 0;
  #isHung = false;
  #isStopped = false;

  constructor(parts: DatabasePulseParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#job = this.#parts.jobs.start('database_pulse', {
      failure: null,
      work: () => this.#ask(),
      whileUnderWay: () => this.#look(),
    });
  }

  /** Ends a question that hangs, too. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const stopped = this.#job?.stop();
    this.#drop();
    await stopped;
  }

  async #ask(): Promise<void> {
    this.#silentLooks = 0;
    try {
      const { client } = this.#line ?? (await this.#connect());
      await client.query('select 1');
      this.#report(false);
    } catch (error) {
      this.#drop();
      // A database that is gone fails each statement at once, so that no call waits for it.
      if (this.#silentLooks < SILENT_LOOKS_MAX) this.#report(false);
      throw error;
    }
  }

  async #connect() {
    const socket = new Socket();
    const options = connectionOptions(this.#parts.address, 'meridian pulse');
    const client = new Client({ ...options, stream: () => socket });
    const line = { client, socket };
    this.#line = line;
    client.on('error', () => {
      if (this.#line === line) this.#line = undefined;
    });
    await client.connect();
    return line;
  }

  #look(): void {
    this.#silentLooks += 1;
    if (this.#silentLooks >= SILENT_LOOKS_MAX) this.#report(true);
  }

  #report(isHung: boolean): void {
    if (isHung === this.#isHung || this.#isStopped) return;
    this.#isHung = isHung;
    if (isHung) this.#parts.log.error('the database does not answer');
    else this.#parts.log.warn('the database answers again');
    this.#parts.onChange(isHung);
  }

  /** Destroys the connection, because a connection that hangs does not end. */
  #drop(): void {
    this.#line?.socket.destroy();
    this.#line = undefined;
  }
}
