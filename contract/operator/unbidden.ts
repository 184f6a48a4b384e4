/**
 * Sent with calls that the page of an operator makes by itself, to follow what others do: they do not
 * make a session live longer, so that one nobody sits at ends.
 */
export const UNBIDDEN_HEADER = 'x-unbidden';
