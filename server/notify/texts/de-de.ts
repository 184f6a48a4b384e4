/** Notices in German. */
import type { NoticeTexts } from '../notices.ts';

export const noticeTextsDeDe: NoticeTexts = {
  registerCode: {
    subject: 'Ihr Meridian-Registrierungscode',
    body: 'Ihr Meridian-Registrierungscode lautet {{code}}. Er gilt {{minutes}} Minuten. Geben Sie ihn an niemanden weiter.',
  },
  passwordResetCode: {
    subject: 'Ihr Meridian-Code zum Zurücksetzen des Passworts',
    body: 'Ihr Meridian-Code zum Zurücksetzen des Passworts lautet {{code}}. Er gilt {{minutes}} Minuten. Haben Sie ihn nicht angefordert, ignorieren Sie diese Nachricht und geben Sie den Code an niemanden weiter.',
  },
  accountExists: {
    subject: 'Sie haben bereits ein Meridian-Konto',
    body: 'Jemand wollte sich mit dieser Adresse oder Nummer bei Meridian registrieren, doch sie gehört bereits zu einem Konto. Waren Sie es, melden Sie sich an oder setzen Sie Ihr Passwort zurück. Waren Sie es nicht, müssen Sie nichts tun.',
  },
  signInLocked: {
    subject: 'Meridian-Anmeldung pausiert',
    body: 'Bei Ihrem Meridian-Konto gab es zu viele fehlgeschlagene Anmeldungen, deshalb ist die Anmeldung eine Zeit lang pausiert. Waren Sie es nicht, wählen Sie über „Passwort vergessen“ ein neues Passwort.',
  },
  passwordChanged: {
    subject: 'Ihr Meridian-Passwort wurde geändert',
    body: 'Das Passwort Ihres Meridian-Kontos wurde geändert und alle Geräte wurden abgemeldet. Waren Sie es nicht, setzen Sie Ihr Passwort sofort zurück und wenden Sie sich an den Support.',
  },
  sessionRevoked: {
    subject: 'Ein Meridian-Gerät wurde abgemeldet',
    body: 'Ein veraltetes Anmeldetoken Ihres Meridian-Kontos wurde erneut verwendet, deshalb haben wir das Gerät abgemeldet. Kommt Ihnen das seltsam vor, ändern Sie Ihr Passwort.',
  },
  footer:
    'Diese Nachricht wurde automatisch von Meridian gesendet. Meridian fragt nie nach Ihrem Passwort oder nach Codes.',
};
