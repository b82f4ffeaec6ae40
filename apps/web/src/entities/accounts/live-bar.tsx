import type { TradingAccount } from '@tradeloom/contracts'
import { venueName } from '@tradeloom/domain'
import type { ReactElement } from 'react'
import classes from './live-bar.module.css'

interface LiveBarProps {
  /** Undefined until they are known. */
  readonly accounts: readonly Pick<TradingAccount, 'type' | 'broker'>[] | undefined
}

/** A hatched bar and the word LIVE above whatever trades real money; nothing on paper and practice accounts. */
export function LiveBar({ accounts = [] }: LiveBarProps): ReactElement | null {
  const brokers = [...new Set(accounts.flatMap(({ type, broker }) => (type === 'live' ? [venueName(broker)] : [])))]
  if (brokers.length === 0) return null
  return (
    <p className={classes['bar']}>
      <strong>LIVE</strong>
      <span>{`Real money on ${brokers.join(', ')}`}</span>
    </p>
  )
}
