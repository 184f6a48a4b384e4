/** The screen of mails and text messages that no provider was configured to send. */
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { EmptyState } from '../../../ui/state-panel.tsx';
import { useOperatorQuery } from '../../hooks/use-operator-query.ts';
import { RecordView } from '../parts/record-view.tsx';

/** Mails and text messages that no provider was configured to send. */
export function MailboxScreen() {
  const t = useText('operator');
  const format = useFormat();
  const query = useOperatorQuery('listMailbox', {});
  return (
    <Screen
      isText
      header={
        <PageHeader
          title={t('section.mailbox')}
          actions={
            <Button kind="quiet" size="small" pending={query.isRefreshing} onClick={query.retry}>
              {t('common:action.reload')}
            </Button>
          }
        />
      }
      className="px-gutter pb-8"
    >
      <RecordView query={query}>
        {({ is_available: isAvailable, messages }) =>
          messages.length === 0 ? (
            <EmptyState
              title={t('mailbox.empty')}
              hint={t(isAvailable ? 'mailbox.emptyHint' : 'mailbox.reallySent')}
            />
          ) : (
            <ul aria-label={t('section.mailbox')} className="flex flex-col divide-y divide-line">
              {messages.map((message) => (
                <li
                  key={`${message.sent_at} ${message.recipient} ${message.subject}`}
                  className="flex flex-col gap-1 py-3"
                >
                  <p className="flex flex-wrap items-center justify-between gap-2">
                    <span className="font-medium [overflow-wrap:anywhere]">
                      {message.recipient}
                    </span>
                    <span className="flex items-center gap-2 text-sm text-muted">
                      <Badge>{t(`mailbox.${message.channel}`)}</Badge>
                      <time>{format.dateTime(message.sent_at)}</time>
                    </span>
                  </p>
                  <p className="text-sm">{message.subject}</p>
                  <p className="text-sm whitespace-pre-wrap [overflow-wrap:anywhere] text-muted">
                    {message.body}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </RecordView>
    </Screen>
  );
}
