import { Anchor } from '@mantine/core'
import { type BacktestDetail, marginHeadline } from '@tradeloom/contracts'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import classes from '../backtest-result.module.css'

interface MarginAlertProps {
  readonly result: BacktestDetail
  readonly onShowLog: () => void
}

/** A warning above all figures when the account ran out of margin; nothing for other runs. */
export function MarginAlert({ result, onShowLog }: MarginAlertProps): ReactElement | null {
  const headline = marginHeadline(result.statistics)
  if (headline === null) return null
  return (
    <div className={classes['alert']} role="alert">
      <IconAlertTriangle size={18} aria-hidden />
      <strong>{headline}</strong>
      <Anchor component="button" type="button" fz="inherit" onClick={onShowLog}>
        Show log
      </Anchor>
    </div>
  )
}
