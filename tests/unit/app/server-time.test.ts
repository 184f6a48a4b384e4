/** The server's clock, as proved by its responses. */
import { expect, test } from 'vitest';
import { createServerTime } from '../../../src/app/core/api/server-time.ts';

const SERVER_MS = 1_800_000_000_000;

/** A server, and a device that was started when the server's clock showed `SERVER_MS`. */
function setUp() {
  let elapsedMs = 0;
  let aheadMs = SERVER_MS;
  const time = createServerTime(() => elapsedMs);
  return {
    time,
    /** A call that takes `thereMs` to the server, and `backMs` from it. */
    call(thereMs: number, backMs: number) {
      const sentAtMs = elapsedMs;
      elapsedMs += thereMs;
      const said = String(elapsedMs + aheadMs);
      elapsedMs += backMs;
      time.heard(said, sentAtMs);
    },
    pass: (ms: number) => (elapsedMs += ms),
    setServer: (ms: number) => (aheadMs += ms),
    /** The device sleeps, which stops its own counter. */
    sleep: (ms: number) => (aheadMs += ms),
    /** Milliseconds by which it is behind the server's clock. */
    behindMs: () => elapsedMs + aheadMs - time.reached(),
  };
}

test('the time is unknown before the first answer, and after one without the header', () => {
  const { time } = setUp();
  for (const said of [null, undefined, '', 'noon', '12.5']) {
    time.heard(said, 0);
    expect(time.reached()).toBe(0);
  }
});

test('lags by the fastest round trip at most, and never leads', () => {
  const { call, behindMs, pass } = setUp();
  call(20, 900);
  expect(behindMs()).toBe(900);
  call(20, 30);
  expect(behindMs()).toBe(30);
  // A slow response with an earlier time is ignored.
  call(4_000, 3_000);
  expect(behindMs()).toBe(30);
  pass(600_000);
  expect(behindMs()).toBe(30);
});

test('follows a clock that was set, forward or back, with the next answer', () => {
  const { call, behindMs, setServer } = setUp();
  call(20, 30);
  setServer(90_000);
  call(20, 40);
  expect(behindMs()).toBe(40);
  setServer(-3_600_000);
  call(20, 50);
  expect(behindMs()).toBe(50);
});

test('lags after the device has slept, and is right with the next answer', () => {
  const { call, behindMs, sleep } = setUp();
  call(20, 30);
  sleep(3_600_000);
  expect(behindMs()).toBe(3_600_030);
  call(20, 60);
  expect(behindMs()).toBe(60);
});
