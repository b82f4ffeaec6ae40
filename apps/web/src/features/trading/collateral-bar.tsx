import type { TradingAccount } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { formatNumber, formatSigned, signClass } from '../../ui/format.ts'
import { useAccountEvents } from './account-events.ts'
import { useAccounts } from './accounts.ts'
import { AccountType } from './account-type.tsx'
import classes from './collateral-bar.module.css'

/** What each account of the user is worth and may still use. */
export function CollateralBar(): ReactElement | null {
  useAccountEvents()
  const accounts = useAccounts()
  if (accounts === undefined || accounts.length === 0) return null
  return (
    <div className={classes['bar']}>
      {accounts.map((account) => (
        <Account key={account.id} account={account} />
      ))}
    </div>
  )
}

function Account({ account }: { readonly account: TradingAccount }): ReactElement {
  const { broker, type, currency, equity, available, used, unrealisedProfit } = account
  return (
    <dl className={`${classes['account']} num`} aria-label={`Account ${broker}`}>
      <div>
        <dt>
          <AccountType type={type} />
        </dt>
        <dd>{type === 'paper' ? currency : `${broker} ${currency}`}</dd>
      </div>
      <Figure name="Equity" value={formatNumber(equity)} />
      <Figure name="Used" value={formatNumber(used)} />
      <Figure name="Available" value={formatNumber(available)} />
      <Figure name="Profit" value={formatSigned(unrealisedProfit)} tone={signClass(unrealisedProfit)} />
    </dl>
  )
}

interface FigureProps {
  readonly name: string
  readonly value: string
  readonly tone?: string
}

function Figure({ name, value, tone = '' }: FigureProps): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={tone}>{value}</dd>
    </div>
  )
}
