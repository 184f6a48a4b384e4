/** Notices in German. */
import type { NoticeTexts } from '../notices.types.ts';

export const noticeTextsDeDe: NoticeTexts = {
  registerCode: {
    subject: 'Ihr Meridian-Registrierungscode',
    body: 'Ihr Meridian-Registrierungscode lautet {{code}}. Er gilt {{minutes}} Minuten. Geben Sie ihn an niemanden weiter.',
  },
  passwordResetCode: {
    subject: 'Ihr Meridian-Code zum Zurücksetzen des Passworts',
    body: 'Ihr Meridian-Code zum Zurücksetzen des Passworts lautet {{code}}. Er gilt {{minutes}} Minuten. Geben Sie ihn an niemanden weiter. Haben Sie ihn nicht angefordert, ignorieren Sie diese Nachricht.',
  },
  accountExists: {
    subject: 'Sie haben bereits ein Meridian-Konto',
    body: 'Jemand wollte sich mit dieser E-Mail-Adresse oder Mobilnummer bei Meridian registrieren, aber dafür gibt es schon ein Konto. Waren Sie es, melden Sie sich an oder setzen Sie Ihr Passwort zurück. Waren Sie es nicht, müssen Sie nichts tun.',
  },
  signInLocked: {
    subject: 'Meridian-Anmeldung vorübergehend gesperrt',
    body: 'Bei Ihrem Meridian-Konto gab es zu viele fehlgeschlagene Anmeldungen, deshalb ist die Anmeldung vorübergehend gesperrt. Bitte versuchen Sie es später erneut. Waren Sie es nicht, legen Sie über „Passwort vergessen?“ ein neues Passwort fest.',
  },
  passwordChanged: {
    subject: 'Ihr Meridian-Passwort wurde zurückgesetzt',
    body: 'Das Anmeldepasswort Ihres Meridian-Kontos wurde zurückgesetzt und alle Geräte wurden abgemeldet. Auszahlungen sind 24 Stunden lang gesperrt. Waren Sie es nicht, setzen Sie Ihr Passwort sofort erneut zurück und wenden Sie sich an den Support.',
  },
  sessionRevoked: {
    subject: 'Ein Meridian-Gerät wurde abgemeldet',
    body: 'Eine abgelaufene Anmeldung Ihres Meridian-Kontos wurde noch einmal verwendet, deshalb haben wir das Gerät abgemeldet. Haben Sie das nicht erwartet, ändern Sie Ihr Passwort.',
  },
  bindAddressCode: {
    subject: 'Ihr Meridian-Code für eine Auszahlungsadresse',
    body: 'Ihr Code zum Hinzufügen einer Auszahlungsadresse bei Meridian lautet {{code}}. Er gilt {{minutes}} Minuten. Geben Sie ihn an niemanden weiter. Waren Sie es nicht, ändern Sie sofort Ihr Passwort.',
  },
  secretsLocked: {
    subject: 'Einige Aktionen in Ihrem Meridian-Konto sind vorübergehend gesperrt',
    body: 'In Ihrem angemeldeten Meridian-Konto wurden zu oft falsche Passwörter oder Codes eingegeben, deshalb sind Auszahlungen, Coin-Freigaben und Sicherheitsänderungen vorübergehend gesperrt. Waren Sie es nicht, legen Sie über „Passwort vergessen?“ ein neues Passwort fest; dabei werden alle Geräte abgemeldet.',
  },
  passwordAmended: {
    subject: 'Ihr Meridian-Passwort wurde geändert',
    body: 'Das Anmeldepasswort Ihres Meridian-Kontos wurde geändert und alle anderen Geräte wurden abgemeldet. Auszahlungen sind 24 Stunden lang gesperrt. Waren Sie es nicht, setzen Sie Ihr Passwort sofort zurück und wenden Sie sich an den Support.',
  },
  payPasswordSet: {
    subject: 'Ihr Meridian-Transaktionspasswort wurde festgelegt',
    body: 'Für Ihr Meridian-Konto wurde ein Transaktionspasswort festgelegt und alle anderen Geräte wurden abgemeldet. Waren Sie es nicht, setzen Sie sofort Ihr Anmeldepasswort zurück und wenden Sie sich an den Support.',
  },
  payPasswordChanged: {
    subject: 'Ihr Meridian-Transaktionspasswort wurde geändert',
    body: 'Das Transaktionspasswort Ihres Meridian-Kontos wurde geändert und alle anderen Geräte wurden abgemeldet. Auszahlungen sind 24 Stunden lang gesperrt. Waren Sie es nicht, setzen Sie sofort Ihr Anmeldepasswort zurück und wenden Sie sich an den Support.',
  },
  googleBound: {
    subject: 'Authenticator-App mit Ihrem Meridian-Konto verknüpft',
    body: 'Eine Authenticator-App wurde mit Ihrem Meridian-Konto verknüpft und alle anderen Geräte wurden abgemeldet. Waren Sie es nicht, setzen Sie Ihr Passwort sofort zurück und wenden Sie sich an den Support.',
  },
  googleUnbound: {
    subject: 'Authenticator-App von Ihrem Meridian-Konto entfernt',
    body: 'Die Authenticator-App wurde von Ihrem Meridian-Konto entfernt und alle anderen Geräte wurden abgemeldet. Auszahlungen sind 24 Stunden lang gesperrt. Waren Sie es nicht, setzen Sie Ihr Passwort sofort zurück und wenden Sie sich an den Support.',
  },
  verificationCertified: {
    subject: 'Ihre Identitätsprüfung bei Meridian ist abgeschlossen',
    body: 'Ihre Identität ist bei Meridian verifiziert. Sie können jetzt handeln und auszahlen.',
  },
  verificationFailed: {
    subject: 'Ihre Identitätsprüfung bei Meridian wurde abgelehnt',
    body: 'Wir konnten Ihre bei Meridian eingereichten Unterlagen nicht bestätigen. Öffnen Sie in der App die Identitätsprüfung: Dort sehen Sie den Grund und können Ihre Unterlagen erneut einreichen.',
  },
  feedbackReplied: {
    subject: 'Meridian hat Ihre Anfrage beantwortet',
    body: 'Zu Ihrer Anfrage bei Meridian gibt es eine Antwort. Sie finden sie in der App unter „Meine Anfragen“.',
  },
  depositCredited: {
    subject: 'Einzahlung bei Meridian gutgeschrieben',
    body: 'Ihre Einzahlung von {{amount}} {{currency}} wurde Ihrem Meridian-Konto gutgeschrieben. Sie können damit sofort handeln und den Betrag auszahlen, sobald er genügend Bestätigungen des Netzwerks hat.',
  },
  withdrawalSent: {
    subject: 'Auszahlung von Meridian gesendet',
    body: 'Ihre Auszahlung von {{amount}} {{currency}} bei Meridian wurde gesendet. Waren Sie es nicht, wenden Sie sich sofort an den Support.',
  },
  withdrawalRejected: {
    subject: 'Auszahlung bei Meridian nicht ausgeführt',
    body: 'Ihre Auszahlung von {{amount}} {{currency}} bei Meridian wurde nicht ausgeführt. Der Betrag ist wieder auf Ihrem Spotkonto verfügbar. Öffnen Sie die Auszahlung im Auszahlungsverlauf: Dort sehen Sie den Grund und was Sie jetzt tun können.',
  },
  savingsEnded: {
    subject: 'Ihr Krypto-Sparen bei Meridian ist abgelaufen',
    body: 'Ihr Krypto-Sparen ist abgelaufen. Anlagebetrag und Ertrag, zusammen {{amount}} {{currency}}, sind auf Ihrem Spot-Konto.',
  },
  marginLow: {
    subject: 'Ihr Margin-Level bei Meridian ist niedrig',
    body: 'Das Margin-Level Ihres Kontraktkontos bei Meridian ist auf {{percent}} % gefallen. Bei 50 % werden alle Positionen liquidiert. Nehmen Sie in der App eine Umbuchung auf das Konto vor, oder schließen Sie Positionen.',
  },
  stoppedOut: {
    subject: 'Ihre Kontraktpositionen bei Meridian wurden liquidiert',
    body: 'Das Margin-Level Ihres Kontraktkontos bei Meridian ist auf 50 % gefallen. Ihre Positionen wurden zum Mark-Preis liquidiert, ausstehende Orders wurden storniert. Positionen in Märkten ohne Preis bleiben offen. Den Preis und die Berechnung finden Sie in der App im Verlauf Ihrer Kontrakte.',
  },
  deleveraged: {
    subject: 'Ihre Kontraktpositionen bei Meridian wurden geschlossen',
    body: 'Die Börse hat Kontraktpositionen Ihres Meridian-Kontos mit ihrem Gewinn zum Mark-Preis geschlossen, um alle Auszahlungen zu sichern. Den Preis und die Berechnung finden Sie in der App im Verlauf Ihrer Kontrakte.',
  },
  contractEnds: {
    subject: 'Ein Kontrakt bei Meridian endet',
    body: 'Der Kontrakt {{contract}} endet am {{time}}. Offene Positionen werden dann zum Mark-Preis geschlossen, ausstehende Orders storniert. Bis dahin können Sie Ihre Positionen in der App schließen.',
  },
  signInCode: {
    subject: 'Ihr Meridian-Anmeldecode',
    body: 'Ihr Code für die Anmeldung bei Meridian auf einem neuen Gerät lautet {{code}}. Er gilt {{minutes}} Minuten. Geben Sie ihn an niemanden weiter. Waren Sie es nicht, kennt jemand Ihr Passwort: Setzen Sie es sofort zurück.',
  },
  newDevice: {
    subject: 'Anmeldung bei Meridian auf einem neuen Gerät',
    body: 'Am {{time}} hat sich ein neues Gerät mit der IP-Adresse {{address}} bei Ihrem Meridian-Konto angemeldet. Waren Sie es nicht, setzen Sie sofort Ihr Passwort zurück: Dann werden alle Geräte abgemeldet.',
  },
  devicesSignedOut: {
    subject: 'Andere Geräte von Meridian abgemeldet',
    body: 'Alle anderen Geräte wurden von Ihrem Meridian-Konto abgemeldet. Waren Sie es nicht, setzen Sie sofort Ihr Passwort zurück.',
  },
  addressBound: {
    subject: 'Auszahlungsadresse bei Meridian hinzugefügt',
    body: 'Ihrem Meridian-Konto wurde eine Auszahlungsadresse für {{currency}} hinzugefügt: {{address}}. Waren Sie es nicht, setzen Sie Ihr Passwort sofort zurück und wenden Sie sich an den Support.',
  },
  withdrawalRequested: {
    subject: 'Auszahlung von Meridian beantragt',
    body: 'Von Ihrem Meridian-Konto wurde eine Auszahlung von {{amount}} {{currency}} an {{address}} beantragt. Waren Sie es nicht, setzen Sie Ihr Passwort sofort zurück und wenden Sie sich an den Support.',
  },
  coinsOffered: {
    subject: 'Ihre Kryptowährung wurde auf Meridian angeboten',
    body: '{{amount}} {{currency}} Ihres Meridian-Kontos wurden im P2P-Handel zum Verkauf angeboten. Waren Sie es nicht, setzen Sie Ihr Passwort sofort zurück und wenden Sie sich an den Support.',
  },
  paymentDeclared: {
    subject: 'Zahlung auf Meridian als gesendet markiert',
    body: 'Die Käuferseite Ihrer P2P-Order über {{amount}} {{currency}} hat die Zahlung als gesendet markiert. Prüfen Sie vor der Freigabe, ob das Geld auf Ihrem eigenen Konto angekommen ist. Ist es nicht angekommen, legen Sie in der App Einspruch ein.',
  },
  accountHeld: {
    subject: 'Sie haben Ihr Meridian-Konto gesperrt',
    body: 'Ihr Meridian-Konto ist gesperrt: Alle Geräte wurden abgemeldet und Ihre offenen Orders werden storniert. Um das Konto wieder zu nutzen, setzen Sie mit „Passwort vergessen?“ ein neues Passwort.',
  },
  hold: 'Waren Sie es nicht, sperren Sie hier Ihr ganzes Konto:',
  footer:
    'Diese Nachricht wurde automatisch von Meridian gesendet. Meridian fragt nie nach Ihrem Passwort oder nach Codes.',
};
