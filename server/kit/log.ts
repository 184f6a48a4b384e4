/** The server's log: one JSON object a line on standard output, secrets removed by name. */
import { pino } from 'pino';
import type { DestinationStream, Logger, LoggerOptions } from 'pino';

export type Log = Logger;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Keys whose values never reach the log, at the top or one or two levels deep. */
const SECRET_KEYS = [
  'authorization',
  'cookie',
  'password',
  're_password',
  'new_password',
  'secondary_password',
  'old_password',
  'login_password',
  'pay_password',
  're_pay_password',
  'google_code',
  'authorization_code',
  'otpauth_uri',
  'sms_code',
  'auth_code',
  'accessToken',
  'refreshToken',
  'token',
];

const redactedPaths = SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);

/**
 * Describes an error by kind, message, code, stack and causes, without the values of a failed
 * query, which are hashes, salts and users' addresses.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const message = 'query' in error ? `Failed query: ${String(error.query)}` : error.message;
  return {
    type: error.constructor.name,
    message,
    ...('code' in error && { code: error.code }),
    stack: error.stack?.replace(error.message, () => message),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
    ...(error instanceof AggregateError && { errors: error.errors.map(describeError) }),
  };
}

/** Creates a log of `level` and above, with ISO times. @param destination takes the lines; by default standard output. */
export function createLog(level: LogLevel, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    formatters: { level: (label) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    redact: { paths: redactedPaths, censor: '[removed]' },
  };
  return destination ? pino(options, destination) : pino(options);
}
