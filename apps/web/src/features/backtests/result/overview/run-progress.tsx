import { Progress, Stack, Group } from '@mantine/core'
import type { BacktestDetail } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { useKey } from '../../../../realtime/keyed-store.ts'
import { useSocketState } from '../../../../realtime/socket.ts'
import { progressDetailStore, progressStore } from '../../progress-store.ts'
import { SparkLine } from '../../../../ui/spark-line.tsx'
import { liveEquityStore } from '../../live-equity.ts'
import { useShownStatus } from '../../stopping.ts'
import { formatMinute, formatNumber, formatPercent, NOTHING } from '../../../../ui/format.ts'
import { Panel } from '../../../../ui/panel.tsx'

/** Progress of a queued or running backtest, with simulated time and equity. */
export function RunProgress({ result }: { readonly result: BacktestDetail }): ReactElement {
  const live = useKey(progressStore, result.id)
  const liveDetail = useKey(progressDetailStore, result.id)
  // Once prices arrive, their time says more.
  const detail = live === undefined ? (liveDetail ?? result.detail) : result.detail
  const equity = useKey(liveEquityStore, result.id)
  const isConnected = useSocketState() === 'open'
  const isQueued = result.status === 'Queued' && live === undefined
  const status = useShownStatus(result)
  const progress = Math.max(0, live?.progress ?? result.progress)
  return (
    <Panel
      title={isQueued ? 'Queued' : status}
      isStale={!isConnected}
      detail={isConnected ? undefined : 'reconnecting…'}
    >
      <Stack gap={10}>
        <Progress value={isQueued ? 0 : progress} size={8} aria-label="Backtest progress" />
        <Group gap="8px 28px" className="num" role="status">
          <span>{isQueued ? 'Waiting for a free runner' : formatPercent(progress, 0)}</span>
          {isQueued ? null : (
            <>
              <span>
                <span className="muted">Simulated time</span> {formatMinute(live?.time)}
              </span>
              <span>
                <span className="muted">Equity</span> {formatNumber(live?.equity)} {result.accountCurrency}
              </span>
              <span>
                <span className="muted">Positions</span>{' '}
                {live?.positionCount === undefined ? NOTHING : formatNumber(live.positionCount, 0)}
              </span>
            </>
          )}
        </Group>
        {equity === undefined || isQueued ? null : <SparkLine values={equity} label="Equity so far" height={60} />}
        {detail === null ? null : <span className="muted">{detail}</span>}
      </Stack>
    </Panel>
  )
}
