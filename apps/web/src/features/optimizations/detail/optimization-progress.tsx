import { Progress, Stack, Group } from '@mantine/core'
import type { Optimization } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { useSocketState } from '../../../realtime/socket.ts'
import { formatNumber, formatPercent, formatPlain } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { timeLeftText } from '../optimization-labels.ts'

/** How far a queued or running optimization is. */
export function OptimizationProgress({ optimization }: { readonly optimization: Optimization }): ReactElement {
  const { status, done, total, bestProfit, accountCurrency } = optimization
  const isConnected = useSocketState() === 'open'
  const isQueued = status === 'Queued'
  const progress = Math.max(0, optimization.progress)
  const left = timeLeftText(optimization)
  return (
    <Panel title={status} isStale={!isConnected} detail={isConnected ? undefined : 'reconnecting…'}>
      <Stack gap={8}>
        <Progress value={progress} size={8} aria-label="Optimization progress" />
        <Group gap="4px 20px" className="num" role="status">
          {isQueued ? (
            <span>Waiting for a free runner</span>
          ) : (
            <>
              <span>{formatPercent(progress, 0)}</span>
              <span>
                <span className="muted">Backtests</span> {formatPlain(done)} of {formatPlain(total)}
              </span>
              {bestProfit === null ? null : (
                <span>
                  <span className="muted">Best profit</span> {formatNumber(bestProfit)} {accountCurrency}
                </span>
              )}
              {left === null ? null : <span>{left}</span>}
            </>
          )}
        </Group>
      </Stack>
    </Panel>
  )
}
