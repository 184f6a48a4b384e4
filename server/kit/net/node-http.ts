/**
 * Parts of `node:http`, which an `import` would load slowly: it reads every export, and one of them loads a whole
 * HTTP client, which takes a twentieth of the processor time of a start.
 */
const http = process.getBuiltinModule('node:http');

export const { createServer, request, STATUS_CODES } = http;
