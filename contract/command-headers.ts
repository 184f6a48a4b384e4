/** Headers for the latest execution time of commands: plain data, so that the client can import it. */

/**
 * Header of a POST: the latest time of the server's clock, epoch ms, at which the command may be
 * carried out. Later it is refused with `command_expired` and changes nothing; a command that was
 * carried out in time still gets its first answer again. At most `command_valid_ms_max` ahead.
 * Without the header there is no latest time.
 */
export const COMMAND_EXPIRY_HEADER = 'command-expires-at';

/** Header of every answer: the server's clock at that moment, epoch ms. */
export const SERVER_TIME_HEADER = 'server-time';
