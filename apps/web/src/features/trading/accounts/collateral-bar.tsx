import type { TradingAccount } from '@tradeloom/contracts'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { formatNumber, formatPercent, formatSigned, signClass } from '../../../ui/format.ts'
import { useAccountEvents } from '../../../entities/accounts/account-events.ts'
import { accountName } from '../../../entities/accounts/account-levels.ts'
import { useAccounts } from '../../../entities/accounts/accounts.ts'
import { AccountType } from '../../../entities/accounts/account-type.tsx'
import { useUser } from '../../../entities/user/bootstrap-query.ts'
import classes from './collateral-bar.module.css'
import { PROFIT_TERMS } from '../../../ui/profit-terms.ts'
import { useFailedConnections } from '../../../entities/accounts/use-failed-connections.ts'

/**
 * What each account that the user sees is worth and may still use; on a phone, the one of their own that is nearest to a
 * closeout.
 */
export function CollateralBar({ isNarrow = false }: { readonly isNarrow?: boolean }): ReactElement | null {
  useAccountEvents()
  const accounts = useAccounts()
  const [isOpen, setOpen] = useState(false)
  const isSignedIn = Boolean(useUser())
  // Every user has an account: nothing below moves when it comes.
  if (accounts === undefined && isSignedIn) {
    return <div className={classes['reserved']} data-narrow={isNarrow || undefined} aria-hidden />
  }
  if (accounts === undefined || accounts.length === 0) return null
  const own = accounts.filter(({ share }) => share === null)
  const [worst] = own.toSorted((a, b) => b.closeoutPercent - a.closeoutPercent)
  if (worst === undefined) return null
  if (!isNarrow) return <Accounts accounts={accounts} />
  return (
    <div className={classes['narrow']} data-tour="accounts">
      <button type="button" className={classes['line']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <AccountType type={worst.type} />
        <span className="num">
          Equity <b>{formatNumber(worst.equity)}</b> · available <b>{formatNumber(worst.available)}</b>
        </span>
        {accounts.length > 1 && !isOpen ? <span className="muted">+{accounts.length - 1}</span> : null}
        <IconChevronDown size={14} aria-hidden />
      </button>
      {isOpen ? <Accounts accounts={accounts} /> : null}
    </div>
  )
}

function Accounts({ accounts }: { readonly accounts: readonly TradingAccount[] }): ReactElement {
  const failures = useFailedConnections(accounts)
  return (
    <div className={classes['bar']} data-tour="accounts">
      {accounts.map((account) => (
        <Account key={account.id} account={account} />
      ))}
      {failures.map(({ id, broker, connectionError }) => (
        <p key={id} className={`${classes['failure']} loss`}>{`Could not connect to ${broker} - ${connectionError}`}</p>
      ))}
    </div>
  )
}

function Account({ account }: { readonly account: TradingAccount }): ReactElement {
  const { type, share, currency, balance, equity, available, used, unrealisedProfit, closeoutPercent } = account
  return (
    <dl className={`${classes['account']} num`} aria-label={`Account ${accountName(account)}`}>
      <div>
        <dt>
          <AccountType type={type} />
        </dt>
        <dd>{type === 'paper' && share === null ? currency : `${accountName(account)} ${currency}`}</dd>
      </div>
      <Figure name="Balance" value={formatNumber(balance)} title={PROFIT_TERMS.balance} />
      <Figure name="Equity" value={formatNumber(equity)} title={PROFIT_TERMS.equity} />
      <Figure name="Used" value={formatNumber(used)} />
      <Figure name="Available" value={formatNumber(available)} />
      <Figure
        name="Profit"
        value={formatSigned(unrealisedProfit)}
        tone={signClass(unrealisedProfit)}
        title={PROFIT_TERMS.ofAccount}
      />
      <Figure
        name="Closeout"
        value={formatPercent(closeoutPercent, 1)}
        tone={closeoutPercent >= CLOSEOUT_WARNING ? 'warn' : ''}
        title="Half of used margin over equity; at 50% no margin is available"
      />
    </dl>
  )
}

/** Half of the way. */
const CLOSEOUT_WARNING = 25

interface FigureProps {
  readonly name: string
  readonly value: string
  readonly tone?: string
  readonly title?: string
}

function Figure({ name, value, tone = '', title }: FigureProps): ReactElement {
  return (
    <div title={title}>
      <dt>{name}</dt>
      <dd className={tone}>{value}</dd>
    </div>
  )
}
