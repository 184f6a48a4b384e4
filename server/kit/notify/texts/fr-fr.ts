/** Notices in French. */
import type { NoticeTexts } from '../notices.types.ts';

export const noticeTextsFrFr: NoticeTexts = {
  registerCode: {
    subject: 'Votre code d’inscription Meridian',
    body: 'Votre code d’inscription Meridian est {{code}}. Il est valable {{minutes}} minutes. Ne le communiquez à personne.',
  },
  passwordResetCode: {
    subject: 'Votre code de réinitialisation Meridian',
    body: 'Votre code de réinitialisation du mot de passe Meridian est {{code}}. Il est valable {{minutes}} minutes. Si vous ne l’avez pas demandé, ignorez ce message et ne communiquez le code à personne.',
  },
  accountExists: {
    subject: 'Vous avez déjà un compte Meridian',
    body: 'Quelqu’un a voulu s’inscrire sur Meridian avec cette adresse ou ce numéro, qui possède déjà un compte. Si c’était vous, connectez-vous ou réinitialisez votre mot de passe. Sinon, vous n’avez rien à faire.',
  },
  signInLocked: {
    subject: 'Connexion à Meridian suspendue',
    body: 'Votre compte Meridian a subi trop de tentatives de connexion échouées ; la connexion est donc suspendue pour un moment. Si ce n’était pas vous, choisissez un nouveau mot de passe avec « Mot de passe oublié ».',
  },
  passwordChanged: {
    subject: 'Votre mot de passe Meridian a été modifié',
    body: 'Le mot de passe de votre compte Meridian a été modifié et tous les appareils ont été déconnectés. Si ce n’était pas vous, réinitialisez-le immédiatement et contactez l’assistance.',
  },
  sessionRevoked: {
    subject: 'Un appareil a été déconnecté de Meridian',
    body: 'Un ancien jeton de connexion de votre compte Meridian a été réutilisé ; nous avons donc déconnecté cet appareil. Si cela vous surprend, changez votre mot de passe.',
  },
  bindAddressCode: {
    subject: 'Votre code Meridian pour une adresse de retrait',
    body: 'Votre code pour enregistrer une adresse de retrait sur Meridian est {{code}}. Il est valable {{minutes}} minutes. Si vous n’enregistrez aucune adresse, changez immédiatement votre mot de passe et ne communiquez le code à personne.',
  },
  secretsLocked: {
    subject: 'Vérifications de sécurité Meridian suspendues',
    body: 'Trop de mots de passe ou de codes erronés ont été saisis dans votre compte Meridian ; les retraits et les modifications de sécurité sont donc suspendus pour un moment. Si ce n’était pas vous, changez votre mot de passe et déconnectez tous les autres appareils.',
  },
  passwordAmended: {
    subject: 'Votre mot de passe Meridian a été modifié',
    body: 'Le mot de passe de connexion de votre compte Meridian a été modifié et tous les autres appareils ont été déconnectés. Les retraits sont suspendus pendant 24 heures. Si ce n’était pas vous, réinitialisez-le immédiatement et contactez l’assistance.',
  },
  payPasswordSet: {
    subject: 'Votre mot de passe de transaction Meridian a été défini',
    body: 'Un mot de passe de transaction a été défini pour votre compte Meridian et tous les autres appareils ont été déconnectés. Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe et contactez l’assistance.',
  },
  payPasswordChanged: {
    subject: 'Votre mot de passe de transaction Meridian a été modifié',
    body: 'Le mot de passe de transaction de votre compte Meridian a été modifié et tous les autres appareils ont été déconnectés. Les retraits sont suspendus pendant 24 heures. Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe et contactez l’assistance.',
  },
  googleBound: {
    subject: 'Google Authenticator associé à Meridian',
    body: 'Un Google Authenticator a été associé à votre compte Meridian et tous les autres appareils ont été déconnectés. Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe et contactez l’assistance.',
  },
  googleUnbound: {
    subject: 'Google Authenticator dissocié de Meridian',
    body: 'Le Google Authenticator a été dissocié de votre compte Meridian et tous les autres appareils ont été déconnectés. Les retraits sont suspendus pendant 24 heures. Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe et contactez l’assistance.',
  },
  verificationCertified: {
    subject: 'Votre identité est vérifiée chez Meridian',
    body: 'La vérification de votre identité chez Meridian est terminée. Le trading et les retraits vous sont désormais ouverts.',
  },
  verificationFailed: {
    subject: 'Meridian n’a pas pu vérifier votre identité',
    body: 'Les documents que vous avez envoyés à Meridian n’ont pas pu être vérifiés. Ouvrez la vérification d’identité dans l’application pour connaître le motif et les renvoyer.',
  },
  feedbackReplied: {
    subject: 'Meridian a répondu à votre demande',
    body: 'Votre demande chez Meridian a reçu une réponse. Vous pouvez la lire dans l’application, à la rubrique Vos remarques.',
  },
  depositCredited: {
    subject: 'Dépôt crédité chez Meridian',
    body: 'Votre dépôt de {{amount}} {{currency}} a été crédité sur votre compte Meridian. Vous pouvez le négocier dès maintenant ; il pourra être retiré dès que le réseau l’aura suffisamment confirmé.',
  },
  withdrawalSent: {
    subject: 'Retrait envoyé par Meridian',
    body: 'Votre retrait de {{amount}} {{currency}} chez Meridian a été effectué. Si ce n’était pas vous, contactez immédiatement l’assistance.',
  },
  withdrawalRejected: {
    subject: 'Retrait non effectué chez Meridian',
    body: 'Votre retrait de {{amount}} {{currency}} chez Meridian n’a pas été effectué. Le montant est de nouveau disponible sur votre compte ; le motif est indiqué dans l’application.',
  },
  footer:
    'Ce message a été envoyé automatiquement par Meridian. Meridian ne demande jamais votre mot de passe ni vos codes.',
};
