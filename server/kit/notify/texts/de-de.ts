/** Notices in German. */
import type { NoticeTexts } from '../notices.types.ts';

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
  bindAddressCode: {
    subject: 'Ihr Meridian-Code für eine Auszahlungsadresse',
    body: 'Ihr Code zum Hinterlegen einer Auszahlungsadresse bei Meridian lautet {{code}}. Er gilt {{minutes}} Minuten. Hinterlegen Sie gerade keine Adresse, ändern Sie sofort Ihr Passwort und geben Sie den Code an niemanden weiter.',
  },
  secretsLocked: {
    subject: 'Meridian-Sicherheitsabfragen pausiert',
    body: 'In Ihrem angemeldeten Meridian-Konto wurden zu oft falsche Passwörter oder Codes eingegeben, deshalb sind Auszahlungen und Sicherheitsänderungen eine Zeit lang pausiert. Waren Sie es nicht, ändern Sie Ihr Passwort und melden Sie alle anderen Geräte ab.',
  },
  passwordAmended: {
    subject: 'Ihr Meridian-Passwort wurde geändert',
    body: 'Das Anmeldepasswort Ihres Meridian-Kontos wurde geändert und alle anderen Geräte wurden abgemeldet. Auszahlungen sind 24 Stunden lang gesperrt. Waren Sie es nicht, setzen Sie Ihr Passwort sofort zurück und wenden Sie sich an den Support.',
  },
  payPasswordSet: {
    subject: 'Ihr Meridian-Transaktionspasswort wurde festgelegt',
    body: 'Für Ihr Meridian-Konto wurde ein Transaktionspasswort festgelegt und alle anderen Geräte wurden abgemeldet. Waren Sie es nicht, setzen Sie Ihr Passwort sofort zurück und wenden Sie sich an den Support.',
  },
  payPasswordChanged: {
    subject: 'Ihr Meridian-Transaktionspasswort wurde geändert',
    body: 'Das Transaktionspasswort Ihres Meridian-Kontos wurde geändert und alle anderen Geräte wurden abgemeldet. Auszahlungen sind 24 Stunden lang gesperrt. Waren Sie es nicht, setzen Sie Ihr Passwort sofort zurück und wenden Sie sich an den Support.',
  },
  googleBound: {
    subject: 'Google Authenticator mit Meridian verbunden',
    body: 'Ein Google Authenticator wurde mit Ihrem Meridian-Konto verbunden und alle anderen Geräte wurden abgemeldet. Waren Sie es nicht, setzen Sie Ihr Passwort sofort zurück und wenden Sie sich an den Support.',
  },
  googleUnbound: {
    subject: 'Google Authenticator von Meridian getrennt',
    body: 'Der Google Authenticator wurde von Ihrem Meridian-Konto getrennt und alle anderen Geräte wurden abgemeldet. Auszahlungen sind 24 Stunden lang gesperrt. Waren Sie es nicht, setzen Sie Ihr Passwort sofort zurück und wenden Sie sich an den Support.',
  },
  verificationCertified: {
    subject: 'Ihre Identitätsprüfung bei Meridian ist bestanden',
    body: 'Ihre Identitätsprüfung bei Meridian ist abgeschlossen. Handel und Auszahlungen sind jetzt freigeschaltet.',
  },
  verificationFailed: {
    subject: 'Ihre Identitätsprüfung bei Meridian ist nicht bestanden',
    body: 'Ihre Unterlagen bei Meridian konnten nicht bestätigt werden. Öffnen Sie die Identitätsprüfung in der App: Dort steht der Grund, und Sie können erneut einreichen.',
  },
  feedbackReplied: {
    subject: 'Meridian hat Ihre Anfrage beantwortet',
    body: 'Zu Ihrer Anfrage bei Meridian gibt es eine Antwort. Sie finden sie in der App unter Feedback.',
  },
  depositCredited: {
    subject: 'Einzahlung bei Meridian gutgeschrieben',
    body: 'Ihre Einzahlung von {{amount}} {{currency}} wurde Ihrem Meridian-Konto gutgeschrieben. Sie können damit sofort handeln; auszahlen können Sie den Betrag, sobald das Netzwerk ihn oft genug bestätigt hat.',
  },
  withdrawalSent: {
    subject: 'Auszahlung von Meridian gesendet',
    body: 'Ihre Auszahlung von {{amount}} {{currency}} bei Meridian wurde ausgeführt. Falls Sie das nicht waren, wenden Sie sich sofort an den Support.',
  },
  withdrawalRejected: {
    subject: 'Auszahlung bei Meridian nicht ausgeführt',
    body: 'Ihre Auszahlung von {{amount}} {{currency}} bei Meridian wurde nicht ausgeführt. Der Betrag ist wieder in Ihrem Konto verfügbar; den Grund sehen Sie in der App.',
  },
  footer:
    'Diese Nachricht wurde automatisch von Meridian gesendet. Meridian fragt nie nach Ihrem Passwort oder nach Codes.',
};
