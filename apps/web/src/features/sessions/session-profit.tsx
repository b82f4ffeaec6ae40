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

/** What closed positions have made in sum; with the profit of open ones in words, for it may vanish. */
export function SessionProfit({ session, charts }: SessionProfitProps): ReactElement {
  const isLive = isSessionLive(session)
  const [isTable, setTable] = useState(false)
  const shown = useEvery(PROFIT_MS, isLive, () => ({ now: Date.now(), unrealized: session.unrealisedProfit }))
  const { time, profit } = charts.cumulativeProfit
  const realized = profit.at(-1) ?? 0
  const until = isLive ? shown.now : Date.parse(session.stopped ?? session.started)
  // The clock of this device may be behind that of the server.
  const end = Math.max(time.at(-1) ?? 0, until)
  const series = useMemo((): ChartSeries[] => {
    return [{ label: 'Cumulative profit', time: [...time, end], values: [...profit, profit.at(-1) ?? 0] }]
  }, [time, profit, end])
  return (
    <Panel
      flush
      title="Cumulative Profit"
      detail={
        <span className="num">
          <span className={signClass(realized)}>{formatSigned(realized)}</span> realized
          {isLive ? (
            <>
              , <span className={signClass(shown.unrealized)}>{formatSigned(shown.unrealized)}</span> unrealized
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
