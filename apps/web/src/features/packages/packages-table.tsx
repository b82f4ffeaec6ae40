import { Badge, Box, Button } from '@mantine/core'
import type { PremiumPackage } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { formatPlain } from '../../ui/format.ts'
import { ErrorState, LoadingRows } from '../../ui/states.tsx'
import { askForLogin } from '../../entities/user/auth-prompt.ts'
import { bootstrapQuery } from '../../entities/user/bootstrap-query.ts'
import { PackageButton } from './package-button.tsx'
import { packagesQuery } from '../../entities/packages/packages-query.ts'
import { SubscriptionNotes } from './subscription-notes.tsx'
import { subscriptionQuery } from './subscription-query.ts'
import classes from './packages-table.module.css'

const orNone = (count: number): string => (count === 0 ? 'none' : formatPlain(count))

/** What the packages differ in, with the limits of each. */
const ROWS: readonly { readonly label: string; readonly of: (one: PremiumPackage) => string }[] = [
  { label: 'Backtest compute units a month', of: (one) => formatPlain(one.backtestUnits) },
  { label: 'Backtesting every tick', of: (one) => (one.backtestTick ? 'yes' : 'no') },
  { label: 'Live algo sessions', of: (one) => orNone(one.liveSessions) },
  { label: 'API credits a month', of: (one) => formatPlain(one.httpCredits) },
  { label: 'Concurrent sockets', of: (one) => orNone(one.sockets) },
  { label: 'Exchange connections', of: (one) => orNone(one.exchangeConnections) },
  { label: 'Multi-user exchange connections', of: (one) => (one.multiUserExchanges ? 'not offered yet' : 'no') },
]

/** The packages side by side, on narrow screens one below the other. */
export function PackagesTable(): ReactElement {
  const { data, error, refetch } = useQuery(packagesQuery)
  const bootstrap = useQuery(bootstrapQuery).data
  const user = bootstrap?.user ?? null
  const subscription = useQuery({ ...subscriptionQuery, enabled: user !== null })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <LoadingRows />
  const current = user?.subscriptionSku ?? null
  if (bootstrap?.packages === 'none') return <p>This installation has no packages: everything is included.</p>
  const shown = data.filter(({ active, id }) => active || id === current)
  const isSold = bootstrap?.packages === 'sold'
  const own = user ? (subscription.data ?? undefined) : null
  return (
    <>
      {own ? (
        <SubscriptionNotes subscription={own} packages={data} isKept={(current ?? 0) >= (own.packageId ?? 0)} />
      ) : null}
      <div className={classes['packages']}>
        {shown.map((one) => (
          <section key={one.id} className={classes['package']} data-current={one.id === current || undefined}>
            <header>
              <h3>{one.name}</h3>
              {one.id === current ? <Badge size="sm">Your package</Badge> : null}
            </header>
            <p className={classes['price']}>
              <strong>${formatPlain(one.priceUsd)}</strong> a month
            </p>
            <dl>
              {ROWS.map(({ label, of }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd className="num">{of(one)}</dd>
                </div>
              ))}
            </dl>
            {isSold && own !== undefined ? <PackageButton one={one} subscription={own} /> : null}
          </section>
        ))}
      </div>
      {isSold ? null : (
        <Box m="12px 0 0" c="var(--text-2)" component="p">
          {bootstrap?.profile === 'self-hosted' ? 'Packages have no limits on this installation. ' : null}
          This installation takes no payments. Its administrator assigns packages.{' '}
          {user?.isAdmin === true ? (
            <Link to="/admin/users" className="underlined">
              Assign packages
            </Link>
          ) : null}
        </Box>
      )}
      {bootstrap?.user === null ? <Button onClick={() => void askForLogin(null, 'register')}>Register</Button> : null}
    </>
  )
}
