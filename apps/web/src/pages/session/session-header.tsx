import { ActionIcon, Alert, Box, Button, Checkbox } from '@mantine/core'
import type { TradingAccount, TradingSession } from '@tradeloom/contracts'
import { instrumentName } from '@tradeloom/domain'
import { IconArrowLeft, IconPlayerStop } from '@tabler/icons-react'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { ApiError, errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { askToConfirm } from '../../ui/confirm.tsx'
import { formatMinute, formatNumber, NOTHING } from '../../ui/format.ts'
import { Hint } from '../../ui/hint.tsx'
import page from '../../ui/page.module.css'
import { Panel } from '../../ui/panel.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { Fact, FactList } from '../../entities/runs/run-facts.tsx'
import { externalsText, intervalLabel } from '../../entities/runs/run-labels.ts'
import { accountName, levelText } from '../../entities/accounts/account-levels.ts'
import { useAccounts } from '../../entities/accounts/accounts.ts'
import { connectionText } from '../../entities/accounts/connection-text.ts'
import { LiveBar } from '../../entities/accounts/live-bar.tsx'
import { CompareButton } from './compare-button.tsx'
import { NextBar } from '../../features/sessions/next-bar.tsx'
import { SESSIONS } from '../../features/sessions/session-kind.ts'
import { sessionPositionsQuery, sessionQuery } from '../../features/sessions/session-queries.ts'
import { closeEach } from '../../features/trading/positions/close-each.ts'
import { SessionStatus } from '../../features/sessions/session-status.tsx'

interface SessionHeaderProps {
  readonly session: TradingSession
  /** Its page belongs to the list of all sessions, and not to that of an algorithm. */
  readonly isAll: boolean
}

/** What runs, since when and where, and the button that stops it. */
export function SessionHeader({ session, isAll }: SessionHeaderProps): ReactElement {
  const { algorithmId, algorithmVersionId: versionId, algorithmName } = session
  const account = useAccounts()?.find(({ id }) => id === session.brokerAccountId)
  return (
    <>
      <div className={page['title']}>
        <Hint label={isAll ? 'Back to all trading sessions' : 'Back to the trading sessions of the algorithm'}>
          <ActionIcon
            renderRoot={(props) => <Link {...SESSIONS.listOf(isAll ? null : algorithmId)} {...props} />}
            aria-label="Back to trading sessions"
          >
            <IconArrowLeft size={18} aria-hidden />
          </ActionIcon>
        </Hint>
        <h1>
          {algorithmName} on {instrumentName(session.instrumentId)}
        </h1>
        <CompareButton session={session} />
        {session.status === 'Active' ? <StopButton session={session} /> : null}
      </div>
      <LiveBar accounts={account === undefined ? [] : [account]} />
      <AccountAlert account={account} />
      {session.ownEngine === null ? null : (
        <Alert color="blue" role="status">
          This session continues on engine {session.ownEngine}, on which it started. To move to the installed one, stop
          it and start the algorithm again.
        </Alert>
      )}
      <Panel title="Trading session" tour="session">
        <FactList>
          <Fact name="Status">
            <SessionStatus session={session} />
          </Fact>
          {session.statusDetail === null ? null : <Fact name="Reason">{session.statusDetail}</Fact>}
          <Fact name="Algorithm">
            {algorithmId === null || versionId === null ? (
              algorithmName
            ) : (
              <Link to="/algorithms/$algorithmId/edit/$versionId" params={{ algorithmId, versionId }}>
                {algorithmName}
              </Link>
            )}
          </Fact>
          <Fact name="Account">
            <Box component="span" display="inline-block" miw="15ch">
              {account === undefined ? NOTHING : accountName(account)}
            </Box>
          </Fact>
          <Fact name="Interval">
            {intervalLabel(session.interval)}
            {session.status === 'Active' ? <NextBar session={session} /> : null}
          </Fact>
          <Fact name="Started">{formatMinute(session.started)}</Fact>
          {session.stopped === null ? null : <Fact name="Stopped">{formatMinute(session.stopped)}</Fact>}
          <Fact name="Initial balance">{formatNumber(session.initialBalance)}</Fact>
          {Object.keys(session.externals).length === 0 ? null : (
            <Fact name="Externals">{externalsText(session.externals)}</Fact>
          )}
          <Fact name="Pending orders">{session.inFlight === 'one' ? 'One at a time' : 'Any number'}</Fact>
          <Fact name="After an interruption">
            {{ replay: 'Resume', fresh: 'Start fresh', stop: 'Stop' }[session.resume]}
          </Fact>
        </FactList>
      </Panel>
    </>
  )
}

/** What the account of a session does not let it do, and why. */
function AccountAlert({ account }: { readonly account: TradingAccount | undefined }): ReactElement | null {
  if (account === undefined) return null
  const lack = connectionText(account)
  const texts = [...(account.level === 'ACTIVE' ? [] : [levelText(account)]), ...(lack === null ? [] : [lack])]
  if (texts.length === 0) return null
  return (
    <Alert color="red" role="status">
      {texts.map((text) => (
        <div key={text}>{text}</div>
      ))}
    </Alert>
  )
}

/** Closes what the session has left open: its orders that would open more were canceled by its stop. */
async function closePositions(client: QueryClient, { id }: TradingSession): Promise<void> {
  try {
    const open = await client.fetchQuery({ ...sessionPositionsQuery(id), staleTime: 0 })
    const problem = await closeEach(open, new Map())
    if (problem !== null) toastError(problem)
  } catch (error) {
    toastError(`The positions were not closed: ${errorText(error)}`)
  }
}

function StopButton({ session }: { readonly session: TradingSession }): ReactElement {
  const client = useQueryClient()
  const stop = useMutation({
    mutationFn: async (closes: boolean) => {
      const body = { status: 'Stopped', statusDetail: null, stopped: new Date().toISOString() } as const
      return { closes, stopped: await call('updateSession', { params: { id: session.id }, body }) }
    },
    onSuccess({ closes, stopped }) {
      toastSuccess('Session stopped')
      if (closes) void closePositions(client, session)
      client.setQueryData(sessionQuery(session.id).queryKey, stopped)
      void client.invalidateQueries({ queryKey: ['sessions'] })
      void client.invalidateQueries({ queryKey: ['algorithms', 'own'] })
    },
    onError: (error) =>
      toastError(error instanceof ApiError && error.code !== 'unknown' ? errorText(error) : 'Error ending session'),
  })
  const ask = async (): Promise<void> => {
    let closes = false
    const text = (
      <>
        The script stops, and its orders that would open a position are canceled. Its open positions stay open, with
        their stops at the broker.
        <Checkbox
          mt="sm"
          label="Close its positions at the market"
          onChange={(event) => {
            closes = event.currentTarget.checked
          }}
        />
      </>
    )
    const question = { title: 'Stop trading session', text, confirm: 'Stop trading session' }
    if (await askToConfirm(question)) stop.mutate(closes)
  }
  return (
    <Button
      variant="default"
      leftSection={<IconPlayerStop size={14} aria-hidden />}
      loading={stop.isPending}
      onClick={() => void ask()}
    >
      Stop
    </Button>
  )
}
