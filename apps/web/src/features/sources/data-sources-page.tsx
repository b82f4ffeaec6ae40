import type { ReactElement } from 'react'
import page from '../../ui/page.module.css'
import { DashboardPanel } from '../dashboard/dashboard-panel.tsx'
import classes from './data-sources-page.module.css'

/** The panel of data sources as a page. */
export function DataSourcesPage(): ReactElement {
  return (
    <div className={`${page['page']} ${classes['page']}`}>
      <div className={page['title']}>
        <h1>Data sources</h1>
      </div>
      <div className={classes['panel']}>
        <DashboardPanel name="data-sources" />
      </div>
    </div>
  )
}
