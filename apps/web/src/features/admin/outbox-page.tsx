import { Box } from '@mantine/core'
import type { OutboxMail } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { bootstrapQuery } from '../auth/bootstrap-query.ts'
import { ClockTime } from '../settings/clock-time.tsx'
import { AdminPage } from './admin-page.tsx'
import { outboxQuery } from './admin-queries.ts'
import classes from './outbox-page.module.css'
import badges from '../../ui/badges.module.css'

/** Mail to users. Without a mail server, the administrator passes it on from here. */
export function OutboxPage(): ReactElement {
  return <AdminPage title="Outbox">{() => <Outbox />}</AdminPage>
}

function Outbox(): ReactElement {
  const { data, error, refetch } = useQuery(outboxQuery)
  const canSendMail = useQuery(bootstrapQuery).data?.canSendMail ?? true
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <LoadingRows />
  return (
    <>
      {canSendMail ? null : (
        <p className="muted">
          This server has no mail server (SMTP_URL), so mail waits here for an hour. Please pass it on.
        </p>
      )}
      {data.length === 0 ? (
        <EmptyState title="No mail yet" text="Links for forgotten passwords appear here." />
      ) : (
        data.map((mail) => <Mail key={mail.id} mail={mail} />)
      )}
    </>
  )
}

function Mail({ mail: { to, subject, body, created, sent, error } }: { readonly mail: OutboxMail }): ReactElement {
  return (
    <Panel
      title={subject}
      detail={
        <>
          to {to}, <ClockTime time={created} />
        </>
      }
      actions={<MailState sent={sent} body={body} />}
    >
      {error === null ? null : (
        <Box m="0 0 8px" c="var(--danger)" component="p">
          {error}
        </Box>
      )}
      {body === '' ? (
        <p className="muted">The text is no longer stored.</p>
      ) : (
        <pre className={classes['body']}>{body}</pre>
      )}
    </Panel>
  )
}

function MailState({ sent, body }: Pick<OutboxMail, 'sent' | 'body'>): ReactElement {
  const state = sent !== null ? 'Sent' : body === '' ? 'Expired' : 'Waiting'
  return (
    <span className={badges['pill']} data-tone={state === 'Waiting' ? 'warn' : undefined}>
      {state}
    </span>
  )
}
