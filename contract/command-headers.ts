/** Headers about when a command may be carried out: plain data, so that the client can import it. */

/**
 * Of a POST: the latest time of the server's clock, epoch ms, at which the command may be carried out.
 * Later it is refused with `command_expired` and changes nothing; one that was carried out in time is
 * still answered as the first time. At most `command_valid_ms_max` ahead. Without it there is no latest time.
 */
export const COMMAND_EXPIRY_HEADER = 'command-expires-at';

/** Of every answer: the server's clock at that moment, epoch ms. */
export const SERVER_TIME_HEADER = 'server-time';
