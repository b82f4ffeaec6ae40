import { type BacktestDetail, marginHeadline } from '@tradeloom/contracts'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import classes from '../backtest-result.module.css'

/** A warning above all figures when the account ran out of margin; nothing for other runs. */
export function MarginAlert({ result }: { readonly result: BacktestDetail }): ReactElement | null {
  const headline = marginHeadline(result.statistics)
  if (headline === null) return null
  return (
    <div className={classes['alert']} role="alert">
      <IconAlertTriangle size={18} aria-hidden />
      <strong>{headline}</strong>
      <a
        href="#log"
        onClick={(event) => {
          event.preventDefault()
          document.querySelector('#log')?.scrollIntoView({ block: 'start' })
        }}
      >
        Show log
      </a>
    </div>
  )
}
