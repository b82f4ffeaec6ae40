import { Button } from '@mantine/core'
import type { TradingSession } from '@tradeloom/contracts'
import { IconPlayerStop } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { ApiError, errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { askToConfirm } from '../../ui/confirm.tsx'
import { formatMinute, formatNumber } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { Panel } from '../../ui/panel.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { Fact, FactList } from '../runs/run-facts.tsx'
import { externalsText, intervalLabel } from '../runs/run-labels.ts'
import { sessionQuery } from './session-queries.ts'
import { SessionStatus } from './session-status.tsx'

/** What runs, since when and where, and the button that stops it. */
export function SessionHeader({ session }: { readonly session: TradingSession }): ReactElement {
  const { algorithmId, algorithmVersionId: versionId, algorithmName } = session
  return (
    <>
      <div className={page['title']}>
        <h1>
          {algorithmName} on {session.instrumentId}
        </h1>
        {session.status === 'Active' ? <StopButton session={session} /> : null}
      </div>
      <Panel title="Trading session">
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
          <Fact name="Interval">{intervalLabel(session.interval)}</Fact>
          <Fact name="Started">{formatMinute(session.started)}</Fact>
          {session.stopped === null ? null : <Fact name="Stopped">{formatMinute(session.stopped)}</Fact>}
          <Fact name="Initial balance">{formatNumber(session.initialBalance)}</Fact>
          {Object.keys(session.externals).length === 0 ? null : (
            <Fact name="Externals">{externalsText(session.externals)}</Fact>
          )}
          <Fact name="Orders on their way">{session.inFlight === 'one' ? 'One at a time' : 'Any number'}</Fact>
          <Fact name="After an interruption">
            {{ replay: 'Continue where it was', fresh: 'Begin anew', stop: 'Stop' }[session.resume]}
          </Fact>
        </FactList>
      </Panel>
    </>
  )
}

function StopButton({ session }: { readonly session: TradingSession }): ReactElement {
  const client = useQueryClient()
  const stop = useMutation({
    mutationFn: () => {
      const body = { status: 'Stopped', statusDetail: null, stopped: new Date().toISOString() } as const
      return call('updateSession', { params: { id: session.id }, body })
    },
    onSuccess(stopped) {
      toastSuccess('Session stopped')
      client.setQueryData(sessionQuery(session.id).queryKey, stopped)
      void client.invalidateQueries({ queryKey: ['sessions'] })
      void client.invalidateQueries({ queryKey: ['algorithms', 'own'] })
    },
    onError: (error) =>
      toastError(error instanceof ApiError && error.code !== 'unknown' ? errorText(error) : 'Error ending session'),
  })
  const ask = async (): Promise<void> => {
    const text = 'The script stops. Its open positions stay open, with their stops at the broker.'
    const question = { title: 'Stop trading session', text, confirm: 'Stop trading session' }
    if (await askToConfirm(question)) stop.mutate()
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
