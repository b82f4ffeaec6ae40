import type { TradingAccount } from '@tradeloom/contracts'
import { venueName } from '@tradeloom/domain'
import type { ReactElement } from 'react'
import { accountName } from './account-levels.ts'
import classes from './live-bar.module.css'

interface LiveBarProps {
  /** Undefined until they are known. */
  readonly accounts:
    | readonly Pick<TradingAccount, 'type' | 'broker' | 'accountNo' | 'practicing' | 'share'>[]
    | undefined
}

/**
 * A hatched bar and the word LIVE above whatever trades real money; nothing on paper and practice accounts, unless a bad day
 * is practiced there.
 */
export function LiveBar({ accounts = [] }: LiveBarProps): ReactElement | null {
  const brokers = [...new Set(accounts.flatMap(({ type, broker }) => (type === 'live' ? [venueName(broker)] : [])))]
  const practicing = accounts.filter((account) => account.practicing).map(accountName)
  return (
    <>
      {brokers.length === 0 ? null : (
        <p className={classes['bar']}>
          <strong>LIVE</strong>
          <span>{`Real money on ${brokers.join(', ')}`}</span>
        </p>
      )}
      {practicing.length === 0 ? null : (
        <p className={classes['bar']}>
          <strong>PRACTICING</strong>
          <span>{`A bad day on ${practicing.join(', ')}: what it trades now is no result`}</span>
        </p>
      )}
    </>
  )
}
