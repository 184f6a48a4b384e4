/** The stored session of this browser, shared by its tabs. */
import type { Tokens, UserInfo } from '../../../../contract/identity/identity.ts';
import type {
  Login,
  StoredSession,
  TokensOfSignIn,
} from '../../../../machines/app/identity/session.types.ts';
import type { KeyValueStore } from '../key-value-store.ts';

const SESSION_KEY = 'meridian.session';
const LOGIN_KEY = 'meridian.login';

type SessionEntry = Omit<StoredSession, keyof Login>;

const NO_SESSION: SessionEntry = { tokens: null, user: null, signIn: '' };

/** The session data of this browser, shared by its tabs. */
export interface SessionStore {
  read(): StoredSession;
  writeSession(session: StoredSession): void;
  /** Replaces the tokens if `previous` are still the stored ones. */
  replaceTokens(previous: Tokens, next: Tokens): void;
  writeUser(user: UserInfo): void;
  /** Removes tokens and user; the account of the last sign-in stays. */
  erase(): void;
  /**
   * Reports the tokens that another tab stored, with their sign-in, or null when it removed them.
   */
  watch(onChange: (session: TokensOfSignIn) => void): () => void;
}

export function createSessionStore(store: KeyValueStore): SessionStore {
  const session = () => parseSession(store.get(SESSION_KEY));
  const writeEntry = (entry: SessionEntry) => store.set(SESSION_KEY, JSON.stringify(entry));

  return {
    read: () => ({ ...session(), ...parseLogin(store.get(LOGIN_KEY)) }),
    writeSession({ tokens, user, signIn, loginUserName, loginType }) {
      writeEntry({ tokens, user, signIn });
      store.set(LOGIN_KEY, JSON.stringify({ loginUserName, loginType } satisfies Login));
    },
    replaceTokens(previous, next) {
      const entry = session();
      if (entry.tokens?.refreshToken === previous.refreshToken)
        writeEntry({ ...entry, tokens: next });
    },
    writeUser(user) {
      const entry = session();
      if (entry.tokens !== null) writeEntry({ ...entry, user });
    },
    erase: () => store.remove(SESSION_KEY),
    watch: (onChange) => store.watch(SESSION_KEY, (text) => onChange(parseSession(text))),
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
  const signIn = fields?.['signIn'];
  return {
    tokens,
    user: isUserInfo(user) ? user : null,
    signIn: typeof signIn === 'string' ? signIn : '',
  };
}

function parseLogin(text: string | null): Login {
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
