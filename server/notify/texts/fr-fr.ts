/** Notices in French. */
import type { NoticeTexts } from '../notices.ts';

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
  footer:
    'Ce message a été envoyé automatiquement par Meridian. Meridian ne demande jamais votre mot de passe ni vos codes.',
};
