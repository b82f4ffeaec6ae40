import type { Breakdowns } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { ProfitBars } from '../../../charts/profit-bars.tsx'
import classes from './overview.module.css'

/** Which positions made the profit. */
export function OverviewAnalysis({ breakdowns }: { readonly breakdowns: Breakdowns }): ReactElement {
  return (
    <div className={classes['analysis']}>
      <ProfitBars by="Direction" groups={breakdowns.byDirection} />
      <ProfitBars by="Weekday" groups={breakdowns.byWeekday} />
      <ProfitBars by="Duration" groups={breakdowns.byDuration} />
      {breakdowns.byInstrument.length > 1 ? <ProfitBars by="Instrument" groups={breakdowns.byInstrument} /> : null}
    </div>
  )
}
