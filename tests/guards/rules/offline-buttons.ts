/**
 * The buttons that send a command once are disabled while the device is offline. `without-connection.test.ts` proves
 * `ConnectedButton` on four pages, and these rules prove that each other view uses it.
 */
import { Visitor, type ESTree } from 'vite';
import type { Finding } from '../support/finding.ts';
import { lineOf, type SourceFile } from '../support/source-file.ts';

const VIEWS = 'src/views/';
const BUTTON = 'src/views/parts/connected-button.tsx';

/** Views with one `ConnectedButton`, in `src/views/`. */
export const SENDING_VIEWS: ReadonlySet<string> = new Set([
  'feedback/message-form.tsx',
  'fiat/action-form.tsx',
  'fiat/merchant/ad-cancel-dialog.tsx',
  'fiat/merchant/ad-form.tsx',
  'fiat/merchant/ad-resume-dialog.tsx',
  'fiat/merchant/ad-resume-sheet.tsx',
  'fiat/merchant/own-ad-card.tsx',
  'fiat/merchant/shop-opening.tsx',
  'fiat/order-form.tsx',
  'identity/hold-screen.tsx',
  'ieo/subscribe-form.tsx',
  'lever/targets-sheet.tsx',
  'micro/limits-sheet.tsx',
  'parts/pay-password-sheet.tsx',
  'parts/risk-gate.tsx',
  'staking/subscribe-form.tsx',
  'verification/review-check.tsx',
  'wallet/deposit/faucet-card.tsx',
  'wallet/records/cancel-withdrawal.tsx',
  'wallet/transfer/transfer-form.tsx',
  'wallet/withdrawal/address-option.tsx',
  'wallet/withdrawal/bind-address.tsx',
  'wallet/withdrawal/confirm-sheet.tsx',
]);

/** Views whose form is submitted by another button, in `src/views/`. */
const OTHER_FORMS: Readonly<Record<string, string>> = {
  'fiat/chat-composer.tsx': 'a failed message stays in the chat and can be sent again',
  'identity/code-form.tsx': 'a call without a key, which can be sent again',
  'identity/login-screen.tsx': 'a call without a key, which can be sent again',
  'identity/sign-in-code.tsx': 'a call without a key, which can be sent again',
  'identity/security/collection-form.tsx': 'a call without a key, which can be sent again',
  'identity/security/google-proof-form.tsx': 'a call without a key, which can be sent again',
  'identity/security/password-amendment.tsx': 'a call without a key, which can be sent again',
  'lever/lever-ticket.tsx': 'the ticket needs the live connection too, see `lever-stage.test.ts`',
  'micro/verify-paste.tsx': 'it sends nothing',
  'people/share/team-view.tsx': 'it reads a list',
  'spot/order-ticket.tsx': 'the ticket needs the live connection too, see `trade.test.ts`',
  'verification/review-form.tsx': 'it shows the check, whose button sends',
  'wallet/withdrawal/withdrawal-form.tsx': 'it opens the confirmation, whose button sends',
};

/** Finds views that send a command by another button, and rows without a view. */
export function checkOfflineButtons(sources: readonly SourceFile[]): Finding[] {
  const views = sources.filter(({ path }) => path.startsWith(VIEWS) && path !== BUTTON);
  const found = views.flatMap(checkView);
  const paths = new Set(views.map(({ path }) => path.slice(VIEWS.length)));
  const gone = [...SENDING_VIEWS, ...Object.keys(OTHER_FORMS)].filter((path) => !paths.has(path));
  return [
    ...found,
    ...gone.map((path) => ({ path: VIEWS + path, line: 1, message: 'take its row away' })),
  ];
}

function checkView(source: SourceFile): Finding[] {
  if (!source.text.includes('utton')) return [];
  const { path, text } = source;
  const name = path.slice(VIEWS.length);
  const buttons = buttonsOf(source.program);
  const connected = buttons.filter(({ tag }) => tag === 'ConnectedButton');
  const wanted = SENDING_VIEWS.has(name) ? 1 : 0;
  const count: Finding = {
    path,
    line: 1,
    message: `has ${connected.length} ConnectedButton and must have ${wanted}; a new one needs a row in SENDING_VIEWS`,
  };
  const others = buttons.filter(({ tag, type }) => tag !== 'ConnectedButton' && type !== 'button');
  const isKnown = name in OTHER_FORMS;
  const stale: Finding = { path, line: 1, message: 'submits no form; take its row away' };
  return [
    ...(connected.length === wanted ? [] : [count]),
    ...(isKnown && others.length === 0 ? [stale] : []),
    ...(isKnown ? [] : others).map(({ start }) => ({
      path,
      line: lineOf(text, start),
      message: 'submits a form by a button that works offline; use ConnectedButton',
    })),
  ];
}

interface FormButton {
  readonly tag: string;
  /** `button` by default, as in the kit; null: computed. */
  readonly type: string | null;
  readonly start: number;
}

function buttonsOf(program: ESTree.Program): FormButton[] {
  const buttons: FormButton[] = [];
  new Visitor({
    JSXOpeningElement({ name, attributes, start }) {
      if (name.type !== 'JSXIdentifier' || !/^(?:\w*Button|button)$/.test(name.name)) return;
      buttons.push({ tag: name.name, type: typeOf(attributes), start });
    },
  }).visit(program);
  return buttons;
}

function typeOf(attributes: readonly ESTree.JSXAttributeItem[]): string | null {
  for (const attribute of attributes) {
    if (attribute.type !== 'JSXAttribute' || attribute.name.name !== 'type') continue;
    return attribute.value?.type === 'Literal' ? String(attribute.value.value) : null;
  }
  return 'button';
}
