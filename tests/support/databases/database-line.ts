/** A line between a server and its database that a test can cut at the server's end only, as a network does. */
import { once } from 'node:events';
import { createConnection, createServer } from 'node:net';
import type { Socket } from 'node:net';
import path from 'node:path';
import type { DatabaseAddress } from '../../../server/kit/db/database.ts';

/** Name of PostgreSQL's socket in a folder. */
const SOCKET = '.s.PGSQL.5432';

export interface DatabaseLine {
  /**
   * Cuts the server's connections, except those of these names; on the database's end they stay open, and their
   * statements continue.
   */
  cut(exceptNames: readonly string[]): void;
  /** Passes nothing on in either direction, although all connections stay open and new ones are accepted. */
  hang(): void;
  /** Passes on all bytes that have waited, and everything after them. */
  resume(): void;
  /**
   * Stops forwarding on the open connections of that name, without closing them. @returns a function that
   * forwards again.
   */
  hangOnly(name: string): () => void;
  /** Closes the database's ends of cut connections, as it would after a timeout. */
  hangUp(): void;
  close(): void;
}

interface Connection {
  readonly server: Socket;
  readonly database: Socket;
  /** The connection's name, which the server sets; empty before that. */
  name: string;
}

/** @param folder folder in which the server looks for the database. @param databaseFolder the database's own folder. */
export async function openDatabaseLine(
  folder: string,
  databaseFolder: string,
): Promise<DatabaseLine> {
  const connections = new Set<Connection>();
  let isHanging = false;
  const listener = createServer((server) => {
    const database = createConnection(path.join(databaseFolder, SOCKET));
    const connection: Connection = { server, database, name: '' };
    connections.add(connection);
    if (isHanging) for (const socket of [server, database]) socket.pause();
    for (const socket of [server, database]) socket.on('error', () => socket.destroy());
    server.once('data', (bytes) => {
      connection.name = /application_name\0([^\0]*)\0/.exec(bytes.toString('latin1'))?.[1] ?? '';
    });
    server.on('data', (bytes) => database.write(bytes));
    server.on('end', () => database.end());
    database.on('data', (bytes) => {
      if (!server.destroyed) server.write(bytes);
    });
    database.on('close', () => {
      connections.delete(connection);
      server.destroy();
    });
  });
  listener.listen(path.join(folder, SOCKET));
  await once(listener, 'listening');
  return {
    cut(exceptNames) {
      for (const { server, name } of connections) if (!exceptNames.includes(name)) server.destroy();
    },
    hang() {
      isHanging = true;
      for (const { server, database } of connections)
        for (const socket of [server, database]) socket.pause();
    },
    resume() {
      isHanging = false;
      for (const { server, database } of connections)
        for (const socket of [server, database]) socket.resume();
    },
    hangOnly(name) {
      const hung = [...connections].filter((connection) => connection.name === name);
      if (hung.length === 0) throw new Error(`no open connection is named ${name}`);
      for (const { server, database } of hung) for (const end of [server, database]) end.pause();
      return () => {
        for (const { server, database } of hung) for (const end of [server, database]) end.resume();
      };
    },
    hangUp() {
      for (const { server, database } of connections) if (server.destroyed) database.destroy();
    },
    close() {
      listener.close();
      for (const { server, database } of connections) {
        server.destroy();
        database.destroy();
      }
    },
  };
}

/** Opens a line to a database of a test. @returns it, and the address at its end. */
export async function openLineTo(
  address: DatabaseAddress,
  folder: string,
): Promise<{ readonly line: DatabaseLine; readonly address: DatabaseAddress }> {
  if (!('connectionString' in address)) throw new Error('a copy has a connection string');
  const [, databaseFolder = ''] = /^socket:([^?]+)/.exec(address.connectionString) ?? [];
  const line = await openDatabaseLine(folder, databaseFolder);
  const connectionString = address.connectionString.replace(databaseFolder, folder);
  return { line, address: { connectionString } };
}
