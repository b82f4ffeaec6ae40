import { Button } from '@mantine/core'
import type { ExchangeConnection } from '@tradeloom/contracts'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconPlugX } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { ClockTime } from '../../entities/settings/clock-time.tsx'
import { AccountType } from '../../entities/accounts/account-type.tsx'
import { BrokerLogo } from './broker-logo.tsx'
import classes from './exchange-keys.module.css'
import { useDeleteKey } from '../../ui/use-delete-key.ts'

interface KeyCardProps {
  readonly connection: ExchangeConnection
  /** Of the broker. */
  readonly name: string
  readonly logo: string | null
  readonly onDeleted: () => Promise<void>
  /** With whom it is shared. */
  readonly children?: ReactNode
}

/** One key. Practice has another shape than live, not only another color. */
export function KeyCard({ connection, name, logo, onDeleted, children }: KeyCardProps): ReactElement {
  const { id, type, apiKey, created, lastUsed, connectionError, isRefused, warning, isInPackage } = connection
  const { isBusy, ask } = useDeleteKey({
    text: `The key ${apiKey} of ${name} is deleted here, and its account is disconnected. Orders and positions remain at the exchange.`,
    remove: () => call('deleteExchangeKey', { params: { id } }),
    onDeleted,
  })
  return (
    <li className={classes['card']} data-type={type}>
      <div className={classes['head']}>
        {logo === null ? null : <BrokerLogo logo={logo} />}
        <strong>{name}</strong>
        <AccountType type={type} />
        <code>{apiKey}</code>
        <Button
          variant="default"
          size="compact-sm"
          className={classes['delete']}
          loading={isBusy}
          aria-label={`Delete the key ${apiKey} of ${name}`}
          onClick={() => void ask()}
        >
          Delete
        </Button>
      </div>
      <p className={classes['facts']}>
        <Status connection={connection} />
        <span>
          Added <ClockTime time={new Date(created).toISOString()} />
        </span>
        <span>
          Last used <ClockTime time={lastUsed === null ? null : new Date(lastUsed).toISOString()} />
        </span>
      </p>
      {connectionError === null ? null : (
        <p className={classes['error']} role="alert">
          <IconPlugX size={14} aria-hidden />
          <span>
            {connectionError}
            {isRefused ? <strong> Please delete to enter new keys</strong> : null}
          </span>
        </p>
      )}
      {isInPackage ? null : (
        <p className={classes['warning']}>
          <IconAlertTriangle size={14} aria-hidden />
          <span>Not in your package: what is open can be closed, nothing new can be opened.</span>
        </p>
      )}
      {warning === null ? null : (
        <p className={classes['warning']}>
          <IconAlertTriangle size={14} aria-hidden />
          <span>{warning}</span>
        </p>
      )}
      {children}
    </li>
  )
}

function Status({ connection: { connected, isRefused } }: Pick<KeyCardProps, 'connection'>): ReactElement {
  const Icon = connected === true ? IconCircleCheck : connected === false ? IconPlugX : IconCircleDashed
  const text =
    connected === true ? 'Connected' : isRefused ? 'Refused' : connected === false ? 'Not connected' : 'Connecting'
  return (
    <span className={classes['status']}>
      <Icon size={14} aria-hidden />
      {text}
    </span>
  )
}
