import { getRouteApi } from '@tanstack/react-router'
import { type ReactElement, useLayoutEffect } from 'react'
import { EmptyState } from '../../ui/states.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { LiveBar } from '../../entities/accounts/live-bar.tsx'
import { useAccounts } from '../../entities/accounts/accounts.ts'
import { ArbitrageDialogs } from '../../features/arbitrage/arbitrage-dialogs.tsx'
import { TradeDialogs } from '../../features/trading/trade-dialogs.tsx'
import { DashboardPanel } from '../../entities/panels/dashboard-panel.tsx'
import { useDashboard } from '../../entities/panels/dashboard-state.ts'
import { storedOptions, type StoredOptions } from '../../entities/panels/define-panel.ts'
import classes from './panel-window.module.css'
import { findPanel } from '../../entities/panels/panels.ts'
import { titleOfPanel } from './title-of-panel.ts'

const route = getRouteApi('/panel/$view')

/** One panel that fills its window. Its options are in the address; no layout has them. */
export function PanelWindow(): ReactElement {
  const { view } = route.useParams()
  const options = storedOptions.safeParse(route.useSearch().options).data
  const navigate = route.useNavigate()
  const accounts = useAccounts()
  useLayoutEffect(() => {
    useDashboard.setState({ isWindow: true })
    return () => useDashboard.setState({ isWindow: false })
  }, [])
  useTitle(titleOfPanel(view, options))
  if (findPanel(view) === null) {
    return <EmptyState title="Panel not available" text="The address of this window names no panel." />
  }
  const keep = (next: StoredOptions): void => void navigate({ search: { options: next }, replace: true })
  return (
    <div className={classes['window']}>
      <LiveBar accounts={accounts} />
      <div className={classes['panel']} data-view={view}>
        <DashboardPanel name={view} stored={options} onStored={keep} />
      </div>
      <TradeDialogs isWindow />
      <ArbitrageDialogs />
    </div>
  )
}
