import { type ReactElement, useLayoutEffect } from 'react'
import { useDashboard } from '../../entities/panels/dashboard-state.ts'
import { DashboardPanel } from '../../entities/panels/dashboard-panel.tsx'
import page from '../../ui/page.module.css'
import { ArbitrageDialogs } from './arbitrage-dialogs.tsx'
import { AttemptsList } from './attempts/attempts-list.tsx'
import classes from './arbitrage.module.css'

const PANELS = ['top-arbitrage', 'arbitrage-matrix', 'arbitrage-history']

/** The three panels of arbitrage: what is chosen in the first one is shown by the others; and what was traded by them. */
export function ArbitragePage(): ReactElement {
  // Tickets open in windows of their own.
  useLayoutEffect(() => {
    useDashboard.setState({ pageViews: PANELS })
    return () => useDashboard.setState({ pageViews: null })
  }, [])
  return (
    <div className={page['page']}>
      <div className={page['title']}>
        <h1>Arbitrage</h1>
      </div>
      <p className={classes['intro']}>
        The plain percent ignores fees, depth and funds. Executable is what both order books leave after fees, if both
        orders are filled at once. <em>Trade both</em> opens a ticket with both orders.
      </p>
      <div className={classes['page']}>
        {PANELS.map((name) => (
          <DashboardPanel key={name} name={name} />
        ))}
      </div>
      <AttemptsList />
      <ArbitrageDialogs />
    </div>
  )
}
