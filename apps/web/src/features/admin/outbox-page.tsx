import { Box, Button } from '@mantine/core'
import type { OutboxMail } from '@tradeloom/contracts'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { bootstrapQuery } from '../../entities/user/bootstrap-query.ts'
import { ClockTime } from '../../entities/settings/clock-time.tsx'
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
          This server has no mail server (SMTP_URL), so mail waits here for an hour. Please forward it. Reading a
          message is logged.
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

function Mail({ mail }: { readonly mail: OutboxMail }): ReactElement {
  const { id, to, subject, hasText, created, error } = mail
  const reading = useMutation({ mutationFn: () => call('readOutboxMail', { params: { id } }) })
  return (
    <Panel
      title={subject}
      detail={
        <>
          to {to}, <ClockTime time={created} />
        </>
      }
      actions={<MailState {...mail} />}
    >
      {error === null ? null : (
        <Box m="0 0 8px" c="var(--danger)" component="p">
          {error}
        </Box>
      )}
      {reading.error === null ? null : (
        <Box m="0 0 8px" c="var(--danger)" component="p">
          {errorText(reading.error)}
        </Box>
      )}
      {reading.data !== undefined && hasText ? (
        <pre className={classes['body']}>{reading.data.text}</pre>
      ) : hasText ? (
        <Button variant="default" size="xs" loading={reading.isPending} onClick={() => reading.mutate()}>
          Show text
        </Button>
      ) : (
        <p className="muted">The text is no longer stored.</p>
      )}
    </Panel>
  )
}

function MailState({ sent, hasText }: OutboxMail): ReactElement {
  const state = sent !== null ? 'Sent' : hasText ? 'Waiting' : 'Expired'
  return (
    <span className={badges['pill']} data-tone={state === 'Waiting' ? 'warn' : undefined}>
      {state}
    </span>
  )
}
