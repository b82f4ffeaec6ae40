import { Anchor } from '@mantine/core'
import { type BacktestDetail, isMarginSevere, marginExtent, marginHeadline } from '@tradeloom/contracts'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import classes from '../../../../entities/analysis/backtest-result.module.css'

interface MarginAlertProps {
  readonly result: BacktestDetail
  /** Missing on paper. */
  readonly onShowLog?: () => void
}

/** A warning above all figures when margin has decided about the run; nothing for other runs. */
export function MarginAlert({ result, onShowLog }: MarginAlertProps): ReactElement | null {
  const { statistics, accountCurrency } = result
  const headline = marginHeadline(statistics)
  if (headline === null) return null
  const extent = marginExtent(statistics, accountCurrency)
  return (
    <div className={classes['alert']} role="alert" data-tone={isMarginSevere(statistics) ? undefined : 'warn'}>
      <IconAlertTriangle size={18} aria-hidden />
      <div>
        <strong>{headline}</strong>
        {extent === null ? null : <p>{extent}</p>}
      </div>
      {onShowLog === undefined ? null : (
        <Anchor component="button" type="button" fz="inherit" onClick={onShowLog}>
          Show log
        </Anchor>
      )}
    </div>
  )
}
