/** The path of the sign-in page, and the safe target after sign-in. */
const LOGIN_PATH = '/login';

/** The default target of a sign-in. */
export const START_PATH = '/home';

/** Returns the path of the sign-in page, with the page to return to. */
export function loginPath(intended: string): string {
  return `${LOGIN_PATH}?${new URLSearchParams({ redirect: intended }).toString()}`;
}

/**
 * Returns the target after sign-in from the `redirect` of the address; /home unless it is a path of
 * this app. Text that a browser could read as another host (`//evil`, `/\evil`, a control character
 * in between) is rejected.
 */
export function redirectTarget(search: string): string {
  const intended = new URLSearchParams(search).get('redirect') ?? '';
  const origin = 'https://app.invalid';
  if (!/^\/[^\\\p{Cc}]*$/u.test(intended)) return START_PATH;
  const url = URL.parse(intended, origin);
  if (url === null || url.origin !== origin) return START_PATH;
  return `${url.pathname}${url.search}${url.hash}`;
}
