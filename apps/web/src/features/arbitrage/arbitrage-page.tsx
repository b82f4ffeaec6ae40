import type { ReactElement } from 'react'
import { DashboardPanel } from '../../entities/panels/dashboard-panel.tsx'
import page from '../../ui/page.module.css'
import classes from './arbitrage.module.css'

/** The three panels of arbitrage: what is chosen in the first one is shown by the others. */
export function ArbitragePage(): ReactElement {
  return (
    <div className={page['page']}>
      <div className={page['title']}>
        <h1>Arbitrage</h1>
      </div>
      <p className={classes['intro']}>
        The plain percent ignores fees, depth and funds. Executable is what both order books leave after fees, if both
        orders are filled at once. Nothing is traded here.
      </p>
      <div className={classes['page']}>
        <DashboardPanel name="top-arbitrage" />
        <DashboardPanel name="arbitrage-matrix" />
        <DashboardPanel name="arbitrage-history" />
      </div>
    </div>
  )
}
