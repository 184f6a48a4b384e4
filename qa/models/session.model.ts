/** Alphabet of the session: the user, the server, other tabs. */
import { sessionMachine } from '../../machines/app/identity/session.machine.ts';
import type { SessionSnapshot } from '../../machines/app/identity/session.selectors.ts';
import { actorDone, actorFailed, defineModel, stateAnd } from './model.ts';

const first = { accessToken: 'access 1', refreshToken: 'refresh 1' };
const renewed = { accessToken: 'access 2', refreshToken: 'refresh 2' };
const foreign = { accessToken: 'access of another tab', refreshToken: 'refresh of another tab' };
const login = { loginUserName: 'ann@example.com', loginType: '2' } as const;
const user = {
  id: 1,
  uid: '100001',
  email: 'ann@example.com',
  mobile: null,
  is_user_real: false,
};
/** A generation that no session of this model ever has. */
const PAST = -1;
const generation = (snapshot: SessionSnapshot) => snapshot.context.generation;

export const sessionModel = defineModel({
  name: 'session',
  machine: sessionMachine,
  input: undefined,
  cases: [
    {
      event: actorDone('storedSession', {
        tokens: first,
        signIn: 'access 1',
        user: null,
        ...login,
      }),
      by: 'system',
      label: 'tokens are found in the storage',
    },
    {
      event: actorDone('storedSession', { tokens: null, signIn: '', user: null, ...login }),
      by: 'system',
      label: 'no tokens are found in the storage',
    },
    {
      event: actorFailed('storedSession', 'unreadable'),
      by: 'system',
      label: 'the storage cannot be read',
    },
    {
      event: { type: 'session.opened', tokens: first, ...login },
      by: 'user',
      label: 'the user signs in',
    },
    { event: { type: 'session.close' }, by: 'user', label: 'the user signs out' },
    {
      event: { type: 'session.ended', generation: PAST },
      eventAt: (snapshot) => ({ type: 'session.ended', generation: generation(snapshot) }),
      by: 'system',
      label: 'the server answers 402',
    },
    {
      event: { type: 'session.ended', generation: PAST },
      by: 'system',
      label: 'a late 402 to an older token arrives',
    },
    {
      event: { type: 'token.refused', generation: PAST },
      eventAt: (snapshot) => ({ type: 'token.refused', generation: generation(snapshot) }),
      by: 'system',
      label: 'the server answers 401',
    },
    {
      event: { type: 'token.refused', generation: PAST },
      by: 'system',
      label: 'a late 401 to an older token arrives',
    },
    {
      event: actorDone('refresh', { status: 'renewed', tokens: renewed, signIn: 'access 1' }),
      by: 'system',
      label: 'the refresh brings new tokens',
    },
    {
      event: actorDone('refresh', { status: 'ended' }),
      by: 'system',
      label: 'the refresh says that the session is over',
    },
    {
      event: actorFailed('refresh', 'no network'),
      by: 'system',
      label: 'the refresh fails on the way',
    },
    { event: actorDone('user', user), by: 'system', label: 'the user info comes' },
    {
      event: actorFailed('user', 'no network'),
      by: 'system',
      label: 'the user info does not come',
    },
    { event: { type: 'user.fetch' }, by: 'system', label: 'a navigation misses the user info' },
    {
      event: { type: 'verification.watch' },
      by: 'user',
      label: 'the user opens the main layout',
    },
    {
      event: { type: 'verification.unwatch' },
      by: 'user',
      label: 'the user leaves the main layout',
    },
    {
      event: { type: 'login.missed' },
      by: 'system',
      label: 'a private call is made without a login',
    },
    { event: { type: 'dialog.confirm' }, by: 'user', label: 'the user confirms the dialog' },
    {
      event: { type: 'storage.changed', tokens: foreign, signIn: 'access of another tab' },
      by: 'system',
      label: 'another tab stores tokens',
    },
    {
      event: { type: 'storage.changed', tokens: first, signIn: 'access 1' },
      eventAt: ({ context }) => ({
        type: 'storage.changed',
        tokens: context.tokens ?? first,
        signIn: context.signIn,
      }),
      by: 'system',
      label: 'another tab stores the tokens that this one has',
    },
    {
      event: { type: 'storage.changed', tokens: null, signIn: '' },
      by: 'system',
      label: 'another tab signs out',
    },
  ],
  key: (snapshot) =>
    stateAnd(
      snapshot,
      snapshot.context.isVerificationWatched,
      snapshot.context.tokens?.refreshToken === foreign.refreshToken,
    ),
  stateLabels: {
    booting: 'the stored session is being read',
    'signedOut.quiet': 'no user is signed in',
    'signedOut.asking': 'a dialog says that a login is needed',
    'signedIn.access.usable': 'calls carry the access token',
    'signedIn.access.refreshing.trying': 'one refresh is on its way',
    'signedIn.access.refreshing.pausing': 'the refresh waits for its second try',
    'signedIn.access.refreshing.tryingAgain': 'the second try of the refresh is on its way',
    'signedIn.profile.fetching': 'the user info is awaited',
    'signedIn.profile.resting': 'the user info is left as it is',
    'signedIn.profile.watched': 'the user info is asked for every minute',
    expired: 'a dialog says that the login expired',
  },
  limit: 5_000,
});
