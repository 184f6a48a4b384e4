/**
 * The part of the service worker that shows push notices and opens what they are about. The generated
 * worker imports it (vite.config.ts). What arrives was encrypted by our server for this browser.
 */
const START = '/home';

/** The path of our own app that a notice leads to; anything else leads to the start. */
function ownPath(url) {
  if (typeof url !== 'string') return START;
  const { origin, pathname, search } = new URL(url, self.location.origin);
  return origin === self.location.origin ? pathname + search : START;
}

/** What the push service delivered; null where it is none of ours. */
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
      // A newer notice about the same order takes the place of the older one, and is heard again.
      renotify: true,
      icon: '/icons/icon-192.png',
      badge: '/icons/icon-192.png',
      data: { url },
    }),
  );
});

/** Shows the page that is open at this address, else has an open one go there; opens one where none can. */
async function open(path) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find(({ url }) => ownPath(url) === path);
  if (there !== undefined) return there.focus();
  // The last used first. A click allows one focus or one new page: going there is asked for before.
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
