import type { SessionCharts, TradingSession } from '@tradeloom/contracts'
import { type ReactElement, useMemo, useState } from 'react'
import { type ChartSeries, SeriesChart } from '../../charts/series-chart.tsx'
import { TableToggle } from '../../charts/table-toggle.tsx'
import { formatSigned, signClass } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { isSessionLive } from './session-queries.ts'
import { useEvery } from './use-every.ts'

/** As the specification has it. */
const PROFIT_MS = 5_000
const HEIGHT = 260

interface SessionProfitProps {
  readonly session: TradingSession
  readonly charts: SessionCharts
}

/** What closed positions and parts have made, in sum, and the same with open positions at their prices. */
export function SessionProfit({ session, charts }: SessionProfitProps): ReactElement {
  const isLive = isSessionLive(session)
  const [isTable, setTable] = useState(false)
  // Of one moment, so that the figures and the ends of the lines agree.
  const { now, realized, unrealized, total } = useEvery(PROFIT_MS, isLive, () => ({
    now: Date.now(),
    realized: session.realisedProfit,
    unrealized: session.unrealisedProfit,
    total: session.totalProfit,
  }))
  const { cumulativeProfit, totalProfit } = charts
  const end = isLive ? now : Date.parse(session.stopped ?? session.started)
  const series = useMemo(
    (): ChartSeries[] => [
      lineOf('Realized', cumulativeProfit, end, realized),
      lineOf('With open positions', totalProfit, end, total),
    ],
    [cumulativeProfit, totalProfit, end, realized, total],
  )
  return (
    <Panel
      flush
      title="Cumulative Profit"
      tour="session-profit"
      detail={
        <span className="num">
          <span className={signClass(realized)}>{formatSigned(realized)}</span> realized
          {isLive ? (
            <>
              , <span className={signClass(unrealized)}>{formatSigned(unrealized)}</span> unrealized
            </>
          ) : null}
        </span>
      }
      actions={<TableToggle isTable={isTable} onChange={setTable} />}
    >
      <SeriesChart
        label="Cumulative profit"
        kind="steps"
        unit="money"
        series={series}
        height={HEIGHT}
        isTable={isTable}
      />
    </Panel>
  )
}

/** A line that ends with what is known now. */
function lineOf(
  label: string,
  { time, profit }: SessionCharts['totalProfit'],
  end: number,
  value: number,
): ChartSeries {
  // The clock of this device may be behind that of the server.
  const last = Math.max(time.at(-1) ?? 0, end)
  return { label, time: [...time, last], values: [...profit, value] }
}
