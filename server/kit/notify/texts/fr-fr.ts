/** Notices in French. */
import type { NoticeTexts } from '../notices.types.ts';

export const noticeTextsFrFr: NoticeTexts = {
  registerCode: {
    subject: 'Code de vérification pour votre inscription à Meridian',
    body: 'Votre code de vérification pour l’inscription à Meridian est {{code}}. Il est valable {{minutes}} minutes. Ne le donnez à personne.',
  },
  passwordResetCode: {
    subject: 'Code de vérification pour votre mot de passe Meridian',
    body: 'Votre code de vérification pour réinitialiser le mot de passe Meridian est {{code}}. Il est valable {{minutes}} minutes. Ne le donnez à personne. Si ce n’était pas vous, ignorez ce message.',
  },
  accountExists: {
    subject: 'Vous avez déjà un compte Meridian',
    body: 'Quelqu’un a voulu s’inscrire sur Meridian avec cette adresse e-mail ou ce numéro, mais le compte existe déjà. Si c’était vous, connectez-vous ou réinitialisez votre mot de passe. Sinon, ignorez ce message.',
  },
  signInLocked: {
    subject: 'Connexion à Meridian suspendue',
    body: 'Il y a eu trop d’échecs de connexion à votre compte Meridian : la connexion est temporairement suspendue. Réessayez plus tard. Si ce n’était pas vous, choisissez un nouveau mot de passe avec « Mot de passe oublié ? ».',
  },
  passwordChanged: {
    subject: 'Votre mot de passe Meridian a été réinitialisé',
    body: 'Le mot de passe de connexion de votre compte Meridian a été réinitialisé et tous les appareils ont été déconnectés. Les retraits sont suspendus pendant 24 heures. Si ce n’était pas vous, réinitialisez-le de nouveau immédiatement et contactez l’assistance.',
  },
  sessionRevoked: {
    subject: 'Un appareil a été déconnecté de Meridian',
    body: 'Une connexion expirée de votre compte Meridian a été réutilisée sur un appareil : nous l’avons déconnecté par sécurité. Si cela vous surprend, changez votre mot de passe.',
  },
  bindAddressCode: {
    subject: 'Code de vérification pour votre adresse de retrait Meridian',
    body: 'Votre code de vérification pour enregistrer une adresse de retrait sur Meridian est {{code}}. Il est valable {{minutes}} minutes. Ne le donnez à personne. Si ce n’était pas vous, changez immédiatement votre mot de passe.',
  },
  secretsLocked: {
    subject: 'Certaines actions de votre compte Meridian sont suspendues',
    body: 'Trop de mots de passe ou de codes incorrects ont été saisis dans votre compte Meridian : les retraits, la libération des cryptos et les changements de sécurité sont temporairement suspendus. Si ce n’était pas vous, choisissez un nouveau mot de passe avec « Mot de passe oublié ? » : tous les appareils seront déconnectés.',
  },
  passwordAmended: {
    subject: 'Votre mot de passe Meridian a été modifié',
    body: 'Le mot de passe de connexion de votre compte Meridian a été modifié et tous les autres appareils ont été déconnectés. Les retraits sont suspendus pendant 24 heures. Si ce n’était pas vous, réinitialisez immédiatement ce mot de passe et contactez l’assistance.',
  },
  payPasswordSet: {
    subject: 'Votre mot de passe de transaction Meridian a été défini',
    body: 'Un mot de passe de transaction a été défini pour votre compte Meridian et tous les autres appareils ont été déconnectés. Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe de connexion et contactez l’assistance.',
  },
  payPasswordChanged: {
    subject: 'Votre mot de passe de transaction Meridian a été modifié',
    body: 'Le mot de passe de transaction de votre compte Meridian a été modifié et tous les autres appareils ont été déconnectés. Les retraits sont suspendus pendant 24 heures. Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe de connexion et contactez l’assistance.',
  },
  googleBound: {
    subject: 'Application d’authentification associée à Meridian',
    body: 'Une application d’authentification a été associée à votre compte Meridian et tous les autres appareils ont été déconnectés. Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe et contactez l’assistance.',
  },
  googleUnbound: {
    subject: 'Application d’authentification dissociée de Meridian',
    body: 'L’application d’authentification a été dissociée de votre compte Meridian et tous les autres appareils ont été déconnectés. Les retraits sont suspendus pendant 24 heures. Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe et contactez l’assistance.',
  },
  verificationCertified: {
    subject: 'Votre identité est vérifiée sur Meridian',
    body: 'Votre identité est vérifiée sur Meridian. Vous pouvez maintenant trader et retirer.',
  },
  verificationFailed: {
    subject: 'Meridian n’a pas pu vérifier votre identité',
    body: 'Les documents que vous avez envoyés à Meridian n’ont pas été approuvés. Ouvrez « Vérification d’identité » pour voir le motif, puis renvoyez vos documents.',
  },
  feedbackReplied: {
    subject: 'Meridian a répondu à votre demande',
    body: 'Votre demande à Meridian a reçu une réponse. Lisez-la dans « Mes demandes ».',
  },
  depositCredited: {
    subject: 'Dépôt crédité sur Meridian',
    body: 'Votre dépôt de {{amount}} {{currency}} a été crédité. Il est dès maintenant disponible pour le trading, et pour le retrait après les confirmations requises du réseau.',
  },
  withdrawalSent: {
    subject: 'Retrait effectué sur Meridian',
    body: 'Votre retrait de {{amount}} {{currency}} depuis Meridian a été versé à votre adresse de retrait. Si ce n’était pas vous, contactez immédiatement l’assistance.',
  },
  withdrawalRejected: {
    subject: 'Retrait non effectué sur Meridian',
    body: 'Votre retrait de {{amount}} {{currency}} depuis Meridian n’a pas été effectué. Le montant est de nouveau disponible sur votre compte spot. Ouvrez ce retrait dans l’historique des retraits pour voir le motif et ce que vous pouvez faire.',
  },
  savingsEnded: {
    subject: 'Votre épargne crypto Meridian est arrivée à échéance',
    body: 'Votre épargne crypto est arrivée à échéance. Capital et gains, soit {{amount}} {{currency}}, sont sur votre compte spot.',
  },
  marginLow: {
    subject: 'Votre niveau de marge Meridian est bas',
    body: 'Le niveau de marge de votre compte de contrats Meridian est tombé à {{percent}} %. À 50 %, toutes vos positions sont liquidées. Faites un transfert vers ce compte ou clôturez des positions dans l’application.',
  },
  stoppedOut: {
    subject: 'Vos positions sur contrats Meridian ont été liquidées',
    body: 'Le niveau de marge de votre compte de contrats Meridian est tombé à 50 %. Vos positions ont été liquidées au prix mark et vos ordres en attente annulés. Les positions sur des marchés sans prix restent ouvertes. Consultez le prix et le calcul dans l’historique de vos contrats, dans l’application.',
  },
  deleveraged: {
    subject: 'Vos positions sur contrats Meridian ont été clôturées',
    body: 'La plateforme a clôturé au prix mark, avec leur gain, des positions sur contrats de votre compte Meridian, pour garantir tous les paiements. Consultez le prix et le calcul dans l’historique de vos contrats, dans l’application.',
  },
  contractEnds: {
    subject: 'Un contrat Meridian va prendre fin',
    body: 'Le contrat {{contract}} prend fin le {{time}}. Les positions ouvertes seront alors clôturées au prix mark et les ordres en attente annulés. Vous pouvez clôturer vos positions avant, dans l’application.',
  },
  signInCode: {
    subject: 'Votre code de connexion à Meridian',
    body: 'Votre code pour vous connecter à Meridian sur un nouvel appareil est {{code}}. Il est valable {{minutes}} minutes. Ne le donnez à personne. Si ce n’était pas vous, quelqu’un connaît votre mot de passe : réinitialisez-le immédiatement.',
  },
  newDevice: {
    subject: 'Connexion à Meridian sur un nouvel appareil',
    body: 'Un nouvel appareil s’est connecté à votre compte Meridian le {{time}} depuis l’adresse IP {{address}}. Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe : tous les appareils seront déconnectés.',
  },
  devicesSignedOut: {
    subject: 'Autres appareils déconnectés de Meridian',
    body: 'Tous les autres appareils ont été déconnectés de votre compte Meridian. Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe.',
  },
  addressBound: {
    subject: 'Adresse de retrait ajoutée sur Meridian',
    body: 'Une adresse de retrait pour {{currency}} a été ajoutée à votre compte Meridian : {{address}}. Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe et contactez l’assistance.',
  },
  withdrawalRequested: {
    subject: 'Retrait demandé sur Meridian',
    body: 'Un retrait de {{amount}} {{currency}} vers {{address}} a été demandé depuis votre compte Meridian. Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe et contactez l’assistance.',
  },
  coinsOffered: {
    subject: 'Vos cryptos ont été mises en vente sur Meridian',
    body: '{{amount}} {{currency}} de votre compte Meridian ont été mis en vente en trading P2P. Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe et contactez l’assistance.',
  },
  paymentDeclared: {
    subject: 'Paiement déclaré sur Meridian',
    body: 'L’acheteur de votre commande P2P de {{amount}} {{currency}} a déclaré avoir payé. Avant de libérer les cryptos, vérifiez que l’argent est arrivé sur votre propre compte. Sinon, ouvrez un litige dans l’application.',
  },
  accountHeld: {
    subject: 'Vous avez bloqué votre compte Meridian',
    body: 'Votre compte Meridian est bloqué : tous les appareils ont été déconnectés et vos ordres en cours sont annulés. Pour l’utiliser de nouveau, choisissez un nouveau mot de passe avec « Mot de passe oublié ? ».',
  },
  hold: 'Si ce n’était pas vous, bloquez ici tout votre compte :',
  footer:
    'Ce message a été envoyé automatiquement par Meridian. Meridian ne vous demandera jamais votre mot de passe ni vos codes.',
};
