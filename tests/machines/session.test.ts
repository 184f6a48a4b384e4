/** The session with the real wiring of the app: storage, locks and the server are stand-ins. */
import { describe, expect, test } from 'vitest';
import { ensure } from '../../contract/assert.ts';
import { LIMITS } from '../../contract/limits.ts';
import {
  isLoggedIn,
  isPending,
  sessionDialog,
} from '../../machines/app/identity/session.selectors.ts';
import { createSessionPort } from '../../src/app/core/session/session-port.ts';
import { ANN, SessionServer, tokensNo } from '../support/identity/session-server.ts';
import {
  openSessionTab,
  openSignedInTab,
  type SessionTab,
} from '../support/identity/session-tab.ts';
import { eventually } from '../support/eventually.ts';

const settled = ({ session }: SessionTab) =>
  eventually(() => expect(isPending(session.getSnapshot())).toBe(false));
const dialogOf = ({ session }: SessionTab) => sessionDialog(session.getSnapshot());
const contextOf = ({ session }: SessionTab) => session.getSnapshot().context;

/** Waits until the first try of a refresh has failed. */
const refreshPauses = ({ session }: SessionTab) =>
  eventually(() =>
    expect(session.getSnapshot().matches({ signedIn: { access: { refreshing: 'pausing' } } })).toBe(
      true,
    ),
  );

function passRefreshPause({ clock, server }: SessionTab): void {
  server.nowMs += LIMITS.refresh_retry_ms;
  clock.increment(LIMITS.refresh_retry_ms);
}

describe('access tokens that are refused', () => {
  test('fifty parallel 401s make one refresh, and each call is sent once more', async () => {
    const tab = await openSignedInTab();
    const before = tab.server.count('/user/info');
    tab.server.expireAccess();

    const calls = Array.from({ length: 50 }, () => tab.api.call('getUserInfo', {}));

    expect(await Promise.all(calls)).toEqual(Array.from({ length: 50 }, () => ANN));
    expect(tab.server.count('/refresh_token')).toBe(1);
    expect(tab.server.count('/user/info') - before).toBe(100);
    expect(tab.store.read().tokens).toEqual(tokensNo(2));
  });

  test('a 401 that comes after the refresh is sent again with the new token, without another refresh', async () => {
    const tab = await openSignedInTab();
    const refused = ensure(await createSessionPort(tab.session).access(), 'an access token');
    tab.server.expireAccess();
    await tab.api.call('getUserInfo', {});

    expect(await createSessionPort(tab.session).renewed(refused)).toEqual({
      ...refused,
      accessToken: 'access 2',
      generation: refused.generation + 1,
    });
    expect(tab.server.count('/refresh_token')).toBe(1);
  });

  test('a call that is refused twice fails without a second refresh', async () => {
    const tab = await openSignedInTab();
    tab.server.refusesAll = true;

    await expect(tab.api.call('getUserInfo', {})).rejects.toMatchObject({ name: 'unauthorized' });

    expect(tab.server.count('/refresh_token')).toBe(1);
    expect(isLoggedIn(tab.session.getSnapshot())).toBe(true);
  });

  test('a refresh that fails on the network passes the refusal on and keeps the session', async () => {
    const tab = await openSignedInTab();
    tab.server.expireAccess();
    const gate = Promise.withResolvers<void>();
    tab.server.gate = gate.promise;
    const call = tab.api.call('getUserInfo', {});
    await eventually(() => expect(tab.server.count('/refresh_token')).toBe(1));
    tab.server.hasNetwork = false;
    gate.resolve();
    await refreshPauses(tab);
    passRefreshPause(tab);

    await expect(call).rejects.toMatchObject({ name: 'unauthorized' });
    expect(isLoggedIn(tab.session.getSnapshot())).toBe(true);
    expect(dialogOf(tab)).toBeNull();

    tab.server.hasNetwork = true;
    expect(await tab.api.call('getUserInfo', {})).toEqual(ANN);
    expect(tab.server.count('/refresh_token')).toBe(3);
  });

  test('a refresh whose answer is lost is tried once more while the server still repeats it', async () => {
    const tab = await openSignedInTab();
    tab.server.expireAccess();
    tab.server.lostAnswers = 1;
    const call = tab.api.call('getUserInfo', {});
    await refreshPauses(tab);
    expect(tab.server.count('/refresh_token')).toBe(1);
    passRefreshPause(tab);

    expect(await call).toEqual(ANN);
    expect(tab.store.read().tokens).toEqual(tokensNo(2));
    const tries = tab.server.requests.filter(({ path }) => path.endsWith('/refresh_token'));
    // Only the request has to arrive within the grace; the response may take as long as any other.
    expect(tries.map(({ timeoutMs }) => timeoutMs)).toEqual([
      LIMITS.refresh_timeout_ms,
      LIMITS.http_timeout_ms,
    ]);
  });

  test('half of the grace is left when the second try of a refresh sets out', () => {
    const secondTryMs = LIMITS.refresh_timeout_ms + LIMITS.refresh_retry_ms;
    expect(2 * secondTryMs).toBeLessThanOrEqual(LIMITS.refresh_reuse_grace_ms);
  });

  test('tokens that another tab gets between the two tries are taken instead of the second', async () => {
    const first = await openSignedInTab();
    const second = openSessionTab(first.server, first.browser);
    await settled(second);
    first.server.expireAccess();
    first.server.lostAnswers = 1;
    const call = first.api.call('getUserInfo', {});
    await refreshPauses(first);

    await second.api.call('getUserInfo', {});
    passRefreshPause(first);

    expect(await call).toEqual(ANN);
    expect(first.server.count('/refresh_token')).toBe(2);
    expect(contextOf(first).tokens).toEqual(tokensNo(2));
  });

  test('two tabs refresh one after the other, and the second takes what the first got', async () => {
    const first = await openSignedInTab();
    const second = openSessionTab(first.server, first.browser);
    await settled(second);
    first.server.expireAccess();

    await Promise.all([first.api.call('getUserInfo', {}), second.api.call('getUserInfo', {})]);

    expect(first.server.count('/refresh_token')).toBe(1);
    expect(contextOf(second).tokens).toEqual(tokensNo(2));
  });

  test('a sign-out during a refresh wins: nothing brings the session back', async () => {
    const tab = await openSignedInTab();
    tab.server.expireAccess();
    const gate = Promise.withResolvers<void>();
    tab.server.gate = gate.promise;
    const call = tab.api.call('getUserInfo', {}).catch(() => 'failed');
    await eventually(() => expect(tab.server.count('/refresh_token')).toBe(1));

    tab.session.send({ type: 'session.close' });
    gate.resolve();

    expect(await call).toBe('failed');
    expect(contextOf(tab).tokens).toBeNull();
    expect(tab.store.read().tokens).toBeNull();
  });
});

describe('a session that ended', () => {
  test('HTTP 402 opens the dialog; only its confirmation clears everything', async () => {
    const tab = await openSignedInTab();
    tab.server.isSessionEnded = true;

    await expect(tab.api.call('getUserInfo', {})).rejects.toMatchObject({ name: 'session_ended' });
    expect(dialogOf(tab)).toBe('expired');
    expect(contextOf(tab).tokens).not.toBeNull();
    expect(tab.toast).not.toHaveBeenCalled();

    tab.session.send({ type: 'dialog.confirm' });
    expect(contextOf(tab)).toMatchObject({ tokens: null, user: null });
    expect(tab.store.read()).toMatchObject({ tokens: null, user: null });
    expect(tab.loginRequested).toHaveBeenCalledOnce();
  });

  test('a session that ends with confirmation in one tab clears the user in the other tab', async () => {
    const first = await openSignedInTab();
    const second = openSessionTab(first.server, first.browser);
    await settled(second);
    first.server.isSessionEnded = true;
    for (const tab of [first, second])
      await expect(tab.api.call('getUserInfo', {})).rejects.toMatchObject({
        name: 'session_ended',
      });
    expect(dialogOf(second)).toBe('expired');

    first.session.send({ type: 'dialog.confirm' });

    expect(dialogOf(second)).toBeNull();
    expect(contextOf(second)).toMatchObject({ tokens: null, user: null });
    expect(second.loginRequested).toHaveBeenCalledOnce();
  });

  test('a refresh that is answered with 402 opens the same dialog', async () => {
    const tab = await openSignedInTab();
    tab.server.expireAccess();
    const gate = Promise.withResolvers<void>();
    tab.server.gate = gate.promise;
    const call = tab.api.call('getUserInfo', {}).catch(() => 'failed');
    await eventually(() => expect(tab.server.count('/refresh_token')).toBe(1));
    tab.server.isSessionEnded = true;
    gate.resolve();

    expect(await call).toBe('failed');
    expect(dialogOf(tab)).toBe('expired');
  });

  test('a late 402 to an older token does not end the session', async () => {
    const tab = await openSignedInTab();

    tab.session.send({ type: 'session.ended', generation: contextOf(tab).generation - 1 });

    expect(dialogOf(tab)).toBeNull();
  });
});

describe('without a login', () => {
  test('a private call is not sent: it opens the dialog and fails with need_login', async () => {
    const tab = openSessionTab();

    await expect(tab.api.call('getUserInfo', {})).rejects.toMatchObject({ name: 'need_login' });

    expect(tab.server.requests).toEqual([]);
    expect(dialogOf(tab)).toBe('needLogin');
    tab.session.send({ type: 'dialog.confirm' });
    expect(tab.loginRequested).toHaveBeenCalledOnce();
    expect(dialogOf(tab)).toBeNull();
  });
});

describe('signing out', () => {
  test('clears tokens and user, here and in the storage, and ends the session at the server', async () => {
    const tab = await openSignedInTab();

    tab.session.send({ type: 'session.close' });

    expect(contextOf(tab)).toMatchObject({ tokens: null, user: null });
    expect(tab.store.read()).toEqual({
      tokens: null,
      user: null,
      signIn: '',
      loginUserName: 'ann@example.com',
      loginType: '2',
    });
    expect(tab.loginRequested).toHaveBeenCalledOnce();
    await eventually(() => expect(tab.server.count('/user/logout')).toBe(1));
    expect(tab.server.requests.at(-1)?.headers['Authorization']).toBe('access 1');
  });

  test('ends the session at the server even if the access token has expired', async () => {
    const tab = await openSignedInTab();
    tab.server.expireAccess();

    tab.session.send({ type: 'session.close' });

    expect(contextOf(tab).tokens).toBeNull();
    await eventually(() => expect(tab.server.isSessionEnded).toBe(true));
    expect(tab.server.count('/refresh_token')).toBe(1);
    expect(tab.store.read().tokens).toBeNull();
    expect(tab.toast).not.toHaveBeenCalled();
  });

  test('ends the session with newer tokens that another tab received', async () => {
    const tab = await openSignedInTab();
    tab.server.expireAccess();
    const stored = JSON.stringify({ tokens: tokensNo(2), user: ANN });
    tab.browser.texts.set('meridian.session', stored);

    tab.session.send({ type: 'session.close' });

    await eventually(() => expect(tab.server.isSessionEnded).toBe(true));
    expect(tab.server.count('/refresh_token')).toBe(0);
  });

  test('works without a network', async () => {
    const tab = await openSignedInTab();
    tab.server.hasNetwork = false;

    tab.session.send({ type: 'session.close' });

    expect(isLoggedIn(tab.session.getSnapshot())).toBe(false);
    expect(tab.toast).not.toHaveBeenCalled();
  });

  test('signs the other tabs out', async () => {
    const first = await openSignedInTab();
    const second = openSessionTab(first.server, first.browser);
    await settled(second);
    expect(isLoggedIn(second.session.getSnapshot())).toBe(true);

    first.session.send({ type: 'session.close' });

    expect(isLoggedIn(second.session.getSnapshot())).toBe(false);
    expect(second.loginRequested).toHaveBeenCalledOnce();
  });
});

describe('the signed-in user', () => {
  test('is known from the storage at the next start, and read again', async () => {
    const first = await openSignedInTab();
    first.server.user = { ...ANN, is_user_real: true };

    const second = openSessionTab(first.server, first.browser);

    await eventually(() => expect(contextOf(second).user?.is_user_real).toBe(true));
    expect(contextOf(second)).toMatchObject({ tokens: tokensNo(1), loginUserName: ANN.email });
  });

  test('a sign-in in one tab signs all tabs in', async () => {
    const server = new SessionServer();
    const waiting = openSessionTab(server);
    await settled(waiting);
    const other = openSessionTab(server, waiting.browser);
    await settled(other);

    other.session.send({
      type: 'session.opened',
      tokens: tokensNo(1),
      loginUserName: ANN.email,
      loginType: '2',
    });

    await eventually(() => expect(contextOf(waiting).user).toEqual(ANN));
  });

  test('user info that did not arrive is requested again by the next navigation', async () => {
    const server = new SessionServer();
    server.hasNetwork = false;
    const tab = openSessionTab(server);
    await settled(tab);
    tab.session.send({
      type: 'session.opened',
      tokens: tokensNo(1),
      loginUserName: ANN.email,
      loginType: '2',
    });
    await settled(tab);
    expect(contextOf(tab).user).toBeNull();

    server.hasNetwork = true;
    tab.session.send({ type: 'user.fetch' });

    await eventually(() => expect(contextOf(tab).user).toEqual(ANN));
  });

  test('the verification state is polled every minute while the main layout shows', async () => {
    const tab = await openSignedInTab();
    const before = tab.server.count('/user/info');
    tab.clock.increment(LIMITS.verification_poll_ms);
    expect(tab.server.count('/user/info')).toBe(before);

    tab.session.send({ type: 'verification.watch' });
    tab.clock.increment(LIMITS.verification_poll_ms - 1);
    expect(tab.server.count('/user/info')).toBe(before);
    tab.server.user = { ...ANN, is_user_real: true };
    tab.clock.increment(1);
    await eventually(() => expect(contextOf(tab).user?.is_user_real).toBe(true));

    tab.session.send({ type: 'verification.unwatch' });
    tab.clock.increment(10 * LIMITS.verification_poll_ms);
    expect(tab.server.count('/user/info')).toBe(before + 1);
  });

  test('a stored value of another program is not taken for a session', async () => {
    const tab = openSessionTab();
    tab.browser.texts.set('meridian.session', '{"tokens":{"accessToken":1},"user":[]}');
    tab.browser.texts.set('meridian.login', 'not JSON');

    expect(tab.store.read()).toEqual({
      tokens: null,
      user: null,
      signIn: '',
      loginUserName: '',
      loginType: '2',
    });
  });
});
