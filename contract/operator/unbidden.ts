/** Marks the calls of a console page's own polling: they do not extend the session, so that an unattended one ends. */
export const UNBIDDEN_HEADER = 'x-unbidden';
