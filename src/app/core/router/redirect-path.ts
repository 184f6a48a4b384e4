/** The path of the sign-in page, and the safe target after sign-in. */
const LOGIN_PATH = '/login';

/** Where a sign-in leads when nothing else was asked for. */
export const START_PATH = '/home';

/** The sign-in page, with the page to come back to. */
export function loginPath(intended: string): string {
  return `${LOGIN_PATH}?${new URLSearchParams({ redirect: intended }).toString()}`;
}

/**
 * The page that a sign-in leads to, from the `redirect` of the address; /home unless it is a path
 * of this app. Anything that a browser could read as another host (`//evil`, `/\evil`, a control
 * character in between) is not.
 */
export function redirectTarget(search: string): string {
  const intended = new URLSearchParams(search).get('redirect') ?? '';
  const origin = 'https://app.invalid';
  if (!/^\/[^\\\p{Cc}]*$/u.test(intended)) return START_PATH;
  const url = URL.parse(intended, origin);
  if (url === null || url.origin !== origin) return START_PATH;
  return `${url.pathname}${url.search}${url.hash}`;
}
