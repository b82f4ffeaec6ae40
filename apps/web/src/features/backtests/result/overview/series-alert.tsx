import { type BacktestDetail, seriesHeadline } from '@tradeloom/contracts'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import classes from '../../../../entities/analysis/backtest-result.module.css'

/** A warning above all figures when a dataset had no value in the run; nothing for other runs. */
export function SeriesAlert({ result }: { readonly result: Pick<BacktestDetail, 'warnings'> }): ReactElement | null {
  const headline = seriesHeadline(result.warnings)
  if (headline === null) return null
  return (
    <div className={classes['alert']} role="alert" data-tone="warn">
      <IconAlertTriangle size={18} aria-hidden />
      <div>
        <strong>{headline}</strong>
      </div>
    </div>
  )
}
