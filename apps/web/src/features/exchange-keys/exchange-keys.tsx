import { Button } from '@mantine/core'
import type { ExchangeConnection } from '@tradeloom/contracts'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { ErrorState, EmptyState, LoadingRows } from '../../ui/states.tsx'
import { SwitchOnLink } from '../../entities/user/switch-on-link.tsx'
import { AddKeyForm } from './add-key-form.tsx'
import { exchangeBrokersQuery, exchangeKeysQuery } from '../../entities/accounts/exchange-keys-queries.ts'
import { sharesQuery } from '../../entities/accounts/shares-query.ts'
import { useAccounts } from '../../entities/accounts/accounts.ts'
import { GuardianKey } from './guardian-key.tsx'
import { KeyCard } from './key-card.tsx'
import { ReceivedShares } from './received-shares.tsx'
import { SharedWith } from './shared-with.tsx'
import classes from './exchange-keys.module.css'

const AGAIN_MS = 2_000

/** Whether an exchange has not said yet what it thinks of a key, or cannot be reached. */
function isTried({ connected, isRefused, guardianKey }: ExchangeConnection): boolean {
  const isGuardianKeyTried = guardianKey !== null && !guardianKey.isAccepted && guardianKey.problem === null
  return (connected !== true && !isRefused) || isGuardianKeyTried
}

/** The user's keys at exchanges, and with whom what they open is shared. */
export function ExchangeKeys(): ReactElement {
  const client = useQueryClient()
  const { data: shares, error, refetch } = useQuery(sharesQuery)
  const accounts = useAccounts()
  const paper = accounts?.find(({ type, share }) => type === 'paper' && share === null)
  const changed = () => client.invalidateQueries()
  const sharedWith = (connectionId: string, name: string): ReactElement | null =>
    shares === undefined ? null : (
      <SharedWith
        connectionId={connectionId}
        name={name}
        shares={shares.given.filter((one) => one.connectionId === connectionId)}
        onChanged={changed}
      />
    )
  return (
    <div className={classes['keys']}>
      {error && shares === undefined ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      <ReceivedShares shares={shares?.received ?? []} onChanged={changed} />
      <Keys sharedWith={sharedWith} />
      {paper === undefined ? null : (
        <section className={classes['card']} aria-label="Paper account">
          <strong>Paper account</strong>
          {sharedWith(paper.connectionId, 'your paper account')}
        </section>
      )}
    </div>
  )
}

interface KeysProps {
  readonly sharedWith: (connectionId: string, name: string) => ReactElement | null
}

/** What keys open, and what is wrong with them. */
function Keys({ sharedWith }: KeysProps): ReactElement {
  const client = useQueryClient()
  const keys = useQuery({
    ...exchangeKeysQuery,
    refetchInterval: ({ state }) => (state.data?.some(isTried) ? AGAIN_MS : false),
  })
  const brokers = useQuery(exchangeBrokersQuery)
  const [isAdding, setAdding] = useState(false)
  const error = keys.error ?? brokers.error
  if (error && (keys.data === undefined || brokers.data === undefined)) {
    return <ErrorState error={error} onRetry={() => void Promise.all([keys.refetch(), brokers.refetch()])} />
  }
  if (keys.data === undefined || brokers.data === undefined) return <LoadingRows />
  const changed = async (): Promise<void> => {
    setAdding(false)
    await client.invalidateQueries()
  }
  if (isAdding) return <AddKeyForm brokers={brokers.data} onAdded={changed} onCancel={() => setAdding(false)} />
  const isAnyOn = brokers.data.some(({ isOn }) => isOn)
  const brokerOf = (id: string) =>
    brokers.data.find(({ broker }) => broker === id) ?? { name: id, logo: null, guardianHasOwnKey: false }
  const button = (
    <Button
      size="sm"
      leftSection={<IconPlus size={14} aria-hidden />}
      disabled={!isAnyOn}
      onClick={() => setAdding(true)}
    >
      Add API key
    </Button>
  )
  if (keys.data.length === 0) {
    const text = isAnyOn
      ? 'A key connects your account at an exchange. It must not be able to withdraw money.'
      : 'No exchange is switched on. An administrator can switch one on.'
    const action = isAnyOn ? (
      button
    ) : (
      <>
        {button}
        <SwitchOnLink to="/admin/venues" />
      </>
    )
    return <EmptyState title="No exchange API keys" text={text} action={action} />
  }
  return (
    <div className={classes['keys']}>
      <p className={classes['note']}>
        <IconKey size={14} aria-hidden /> Keys are stored encrypted. They cannot be read again, not even by you.
      </p>
      <ul className={classes['list']}>
        {keys.data.map((one) => (
          <KeyCard
            key={one.id}
            connection={one}
            name={brokerOf(one.broker).name}
            logo={brokerOf(one.broker).logo}
            onDeleted={changed}
          >
            {brokerOf(one.broker).guardianHasOwnKey ? (
              <GuardianKey connection={one} name={brokerOf(one.broker).name} onChanged={changed} />
            ) : null}
            {sharedWith(one.id, `your accounts on ${brokerOf(one.broker).name}`)}
          </KeyCard>
        ))}
      </ul>
      <div>{button}</div>
    </div>
  )
}
