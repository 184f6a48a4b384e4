/** Fetches translation files with retries and a fallback to zh-CN. */
import { DEFAULT_LOCALE, type Locale, type Namespace } from '../../contract/languages.ts';
import { SECOND_MS } from '../../contract/time.ts';
import { networkPause } from './network-pause.ts';

type Texts = Record<string, unknown>;

/** The longest wait between two attempts; the next attempt is for the default language. */
const PAUSE_MAX_MS = 16 * SECOND_MS;
/** A longer attempt is aborted, because its connection may be lost. */
const PATIENCE_MS = 10 * SECOND_MS;
const GONE_STATUS = 404;
/** Events that start another round of attempts: the network is back, or the user is active. */
const SIGNS_OF_LIFE = ['online', 'focus', 'pointerdown', 'keydown'];

/**
 * Loads the texts of one language and namespace. After some failed attempts, the texts of the
 * default language replace them. If those fail too, the next round waits for one of
 * {@link SIGNS_OF_LIFE}.
 * @param onGone called when the server no longer has the file, because a newer release replaced it.
 * @param onStale called at one of these events while other texts replace the requested ones, so
 *   that the caller retries.
 */
export async function loadTexts(
  locale: Locale,
  namespace: Namespace,
  onGone: () => void,
  onStale: () => void,
): Promise<Texts> {
  for (;;) {
    for (let pauseMs = SECOND_MS; pauseMs <= PAUSE_MAX_MS; pauseMs *= 2) {
      const texts = await fetchTexts(locale, namespace, onGone);
      if (texts !== undefined) return texts;
      await networkPause(pauseMs);
    }
    const standIn = await fetchTexts(DEFAULT_LOCALE, namespace, onGone);
    const sign = signOfLife();
    if (standIn !== undefined) {
      void sign.then(onStale);
      return standIn;
    }
    await sign;
  }
}

/** Makes one attempt; returns undefined unless the whole file arrived. */
async function fetchTexts(
  locale: Locale,
  namespace: Namespace,
  onGone: () => void,
): Promise<Texts | undefined> {
  try {
    // Fetched, not imported, because browsers cache a failed import while the page lives.
    const url = `${TEXTS_URL}/${locale}/${namespace}.json`;
    const reply = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (reply.status === GONE_STATUS) onGone();
    return reply.ok ? ((await reply.json()) as Texts) : undefined;
  } catch {
    return undefined;
  }
}

function signOfLife(): Promise<void> {
  return new Promise((resolve) => {
    const heard = new AbortController();
    const end = () => {
      heard.abort();
      resolve();
    };
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, end, heard);
  });
}
