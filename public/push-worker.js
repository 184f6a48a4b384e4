/**
 * The part of the service worker that shows push notifications and opens their pages. The generated
 * worker imports it (vite.config.ts). The server encrypted each message for this browser.
 */
const START = '/home';

/** Returns the app's own path that a notification leads to; otherwise the start page. */
function ownPath(url) {
  if (typeof url !== 'string') return START;
  const { origin, pathname, search } = new URL(url, self.location.origin);
  return origin === self.location.origin ? pathname + search : START;
}

/** Returns the notification of a push message; null if it has another format. */
function readNotice(data) {
  try {
    const { title, body, url, tag } = data.json();
    return { title: String(title), body: String(body), tag: String(tag), url: ownPath(url) };
  } catch {
    return null;
  }
}

self.addEventListener('push', (event) => {
  const notice = readNotice(event.data);
  if (notice === null) return;
  const { title, body, tag, url } = notice;
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      // A newer notification about the same order replaces the older one, and alerts again.
      renotify: true,
      icon: '/icons/icon-192.png',
      badge: '/icons/icon-192.png',
      data: { url },
    }),
  );
});

/**
 * Focuses the page that is open at this address, otherwise navigates an open page there; opens a
 * new page if neither works.
 */
async function open(path) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find(({ url }) => ownPath(url) === path);
  if (there !== undefined) return there.focus();
  // The last used page comes first. A click allows one focus or one new page, so it navigates
  // before it focuses.
  for (const window of windows) {
    const gone = await window.navigate(path).catch(() => null);
    if (gone !== null) return gone.focus();
  }
  return self.clients.openWindow(path);
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(ownPath(event.notification.data?.url)));
});
