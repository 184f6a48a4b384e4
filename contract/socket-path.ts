/** Path of the socket: plain data, so that the client can import it without a schema library. */

/** Path of the socket, same host and port as the page. */
export const SOCKET_PATH = '/ws';
