/**
 * Parts of `node:http`, which an `import` would load slowly: it reads every export, and one of them loads a whole
 * HTTP client, which takes a twentieth of the processor time of a start.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http');
