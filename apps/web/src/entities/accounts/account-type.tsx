import type { TradingAccount } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import classes from './account-type.module.css'

const NAMES = { paper: 'Paper', practice: 'Practice', live: 'LIVE' } as const

/** Whether it is real money, by shape and not by color alone. */
export function AccountType({ type }: Pick<TradingAccount, 'type'>): ReactElement {
  return (
    <span className={classes['type']} data-type={type}>
      {NAMES[type]}
    </span>
  )
}
