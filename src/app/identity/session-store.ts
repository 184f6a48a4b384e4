import type { Tokens, UserInfo } from '../../../contract/identity/identity.ts';
import type { LoginType, StoredSession } from '../../../machines/app/identity/session.types.ts';
import type { KeyValueStore } from '../core/key-value-store.ts';

const SESSION_KEY = 'meridian.session';
const LOGIN_KEY = 'meridian.login';

interface SessionEntry {
  readonly tokens: Tokens | null;
  readonly user: UserInfo | null;
}
interface LoginEntry {
  readonly loginUserName: string;
  readonly loginType: LoginType;
}

const NO_SESSION: SessionEntry = { tokens: null, user: null };

/** What this browser remembers of the session, shared by its tabs. */
export interface SessionStore {
  read(): StoredSession;
  writeSession(session: StoredSession): void;
  /** Replaces the tokens if `previous` are still the stored ones. */
  replaceTokens(previous: Tokens, next: Tokens): void;
  writeUser(user: UserInfo): void;
  /** Forgets tokens and user; the account last signed in with stays. */
  erase(): void;
  /** Tokens that another tab stored, or null when it erased them. */
  watch(onChange: (tokens: Tokens | null) => void): () => void;
}

export function createSessionStore(store: KeyValueStore): SessionStore {
  const session = () => parseSession(store.get(SESSION_KEY));
  const writeEntry = (entry: SessionEntry) => store.set(SESSION_KEY, JSON.stringify(entry));

  return {
    read: () => ({ ...session(), ...parseLogin(store.get(LOGIN_KEY)) }),
    writeSession({ tokens, user, loginUserName, loginType }) {
      writeEntry({ tokens, user });
      store.set(LOGIN_KEY, JSON.stringify({ loginUserName, loginType } satisfies LoginEntry));
    },
    replaceTokens(previous, next) {
      const { tokens, user } = session();
      if (tokens?.refreshToken === previous.refreshToken) writeEntry({ tokens: next, user });
    },
    writeUser(user) {
      const { tokens } = session();
      if (tokens !== null) writeEntry({ tokens, user });
    },
    erase: () => store.remove(SESSION_KEY),
    watch: (onChange) => store.watch(SESSION_KEY, (text) => onChange(parseSession(text).tokens)),
  };
}

function parseFields(text: string | null): Readonly<Record<string, unknown>> | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null
      ? (value as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    return null;
  }
}

function parseSession(text: string | null): SessionEntry {
  const fields = parseFields(text);
  const tokens = fields?.['tokens'];
  if (!isTokens(tokens)) return NO_SESSION;
  const user = fields?.['user'];
  return { tokens, user: isUserInfo(user) ? user : null };
}

function parseLogin(text: string | null): LoginEntry {
  const fields = parseFields(text);
  const name = fields?.['loginUserName'];
  return {
    loginUserName: typeof name === 'string' ? name : '',
    loginType: fields?.['loginType'] === '1' ? '1' : '2',
  };
}

function isTokens(value: unknown): value is Tokens {
  if (typeof value !== 'object' || value === null) return false;
  const { accessToken, refreshToken } = value as Partial<Tokens>;
  return (
    typeof accessToken === 'string' &&
    accessToken !== '' &&
    typeof refreshToken === 'string' &&
    refreshToken !== ''
  );
}

function isUserInfo(value: unknown): value is UserInfo {
  if (typeof value !== 'object' || value === null) return false;
  const { id, uid, email, mobile, is_user_real: isUserReal } = value as Partial<UserInfo>;
  return (
    typeof id === 'number' &&
    typeof uid === 'string' &&
    isTextOrNull(email) &&
    isTextOrNull(mobile) &&
    typeof isUserReal === 'boolean'
  );
}

const isTextOrNull = (value: unknown) => value === null || typeof value === 'string';
