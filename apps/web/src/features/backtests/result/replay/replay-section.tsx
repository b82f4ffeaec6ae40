import type { BacktestDetail, LogLine } from '@tradeloom/contracts'
import { INTERVALS } from '@tradeloom/domain'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactElement, useMemo, useState } from 'react'
import type { PriceController } from '../../../../charts/price-chart/price-controller.ts'
import { formatPlain, formatSecond } from '../../../../ui/format.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { isPressed } from '../../../../ui/shortcut.ts'
import { EmptyState, ErrorState, LoadingBlock } from '../../../../ui/states.tsx'
import { backtestPositions } from '../../../../entities/charts/backtest-positions.ts'
import { backtestSource } from '../../../../entities/charts/backtest-source.ts'
import { useBarDays } from '../../../../entities/charts/use-bar-days.ts'
import { PriceChart } from '../../../../entities/charts/price-chart.tsx'
import { instrumentsQuery } from '../../../../entities/instruments/market-data-queries.ts'
import { backtestLogQuery } from '../../../../entities/runs/backtest-queries.ts'
import { ReplayControls } from '../../../../entities/charts/replay-controls.tsx'
import { linesUntil, variablesOf } from './replay-log.ts'
import { REPLAY_SHORTCUTS } from '../../../../entities/charts/replay-shortcuts.ts'
import classes from './replay.module.css'
import { useReplay } from '../../../../entities/charts/use-replay.ts'

interface ReplaySectionProps {
  readonly result: BacktestDetail
  readonly isShared: boolean
}

const NO_LINES: readonly LogLine[] = []
const SHOWN_LINES = 200
const DEFAULT_PRECISION = 5

/** Plays a finished run bar by bar: prices, positions, plots, log and logged variables as they were at each bar. */
export function ReplaySection({ result, isShared }: ReplaySectionProps): ReactElement {
  const instruments = useQuery(instrumentsQuery)
  if (result.prices === 'private' || result.prices === 'gone') {
    return (
      <Panel title="Replay">
        <EmptyState title="There are no prices to replay" text="The prices of this backtest are private or deleted." />
      </Panel>
    )
  }
  if (instruments.isPending) return <LoadingBlock height={480} />
  const precision = instruments.data?.find(({ id }) => id === result.instrumentId)?.precision ?? DEFAULT_PRECISION
  return <Replay result={result} isShared={isShared} precision={precision} />
}

function Replay({ result, isShared, precision }: ReplaySectionProps & { readonly precision: number }): ReactElement {
  const { id, instrumentId, start, end, interval, simulated } = result
  const days = useBarDays(instrumentId)
  const source = useMemo(
    () => backtestSource({ id, start, end, interval, simulated }, instrumentId, days, isShared),
    [id, start, end, interval, simulated, instrumentId, days, isShared],
  )
  const positions = useMemo(() => backtestPositions(id, instrumentId, isShared), [id, instrumentId, isShared])
  const [controller, setController] = useState<PriceController | null>(null)
  const log = useQuery(backtestLogQuery(id, isShared))
  const barMs = INTERVALS[source.interval].ms
  const period = { start: Date.parse(start), end: source.end }
  const replay = useReplay({
    ...period,
    away: (time, bars) => controller?.barAway(time, bars) ?? time + bars * barMs,
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    const isField =
      event.target instanceof HTMLElement && event.target.closest('input, button, [role="slider"], [role="menu"]')
    if (isField) return
    if (isPressed(REPLAY_SHORTCUTS.play, event)) replay.setPlaying(!replay.isPlaying)
    else if (isPressed(REPLAY_SHORTCUTS.forward, event)) replay.step(1)
    else if (isPressed(REPLAY_SHORTCUTS.back, event)) replay.step(-1)
    else return
    event.preventDefault()
    // On the chart, arrows would move the crosshair.
    event.stopPropagation()
  }
  const lines = log.data?.lines ?? NO_LINES
  const count = linesUntil(lines, replay.time)
  return (
    <Panel title="Replay" detail="Space plays and pauses, arrows step" flush>
      <div onKeyDownCapture={onKeyDown}>
        <ReplayControls replay={replay} {...period} barMs={barMs} />
        <PriceChart
          source={source}
          precision={precision}
          positions={positions}
          until={replay.time}
          onReady={setController}
          label="Replay of the run"
          height={400}
        />
      </div>
      {log.isError ? <ErrorState error={log.error} onRetry={() => void log.refetch()} /> : null}
      <div className={classes['below']}>
        <LogUntil lines={lines.slice(Math.max(0, count - SHOWN_LINES), count)} count={count} />
        <Variables lines={lines.slice(Math.max(0, count - SHOWN_LINES), count)} />
      </div>
    </Panel>
  )
}

function LogUntil({ lines, count }: { readonly lines: readonly LogLine[]; readonly count: number }): ReactElement {
  return (
    <section aria-label="Log until this bar">
      <h3>Log ({formatPlain(count)})</h3>
      {lines.length === 0 ? <p>Nothing was logged yet.</p> : null}
      <ol className={classes['log']} tabIndex={0} aria-label="Log lines, newest first">
        {lines.toReversed().map((line, at) => (
          <li key={count - at} data-level={line.level}>
            <time dateTime={new Date(line.time).toISOString()}>{formatSecond(line.time)}</time> {line.message}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Variables({ lines }: { readonly lines: readonly LogLine[] }): ReactElement {
  const variables = useMemo(() => [...variablesOf(lines)], [lines])
  return (
    <section aria-label="Variables at this bar">
      <h3>Variables</h3>
      {variables.length === 0 ? <p>Log a name and a number to follow it here: log('spread', value).</p> : null}
      <dl className={`${classes['variables']} num`}>
        {variables.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatPlain(value, 6)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
