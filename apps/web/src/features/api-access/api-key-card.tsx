import { Badge, Button } from '@mantine/core'
import type { ApiKey } from '@tradeloom/contracts'
import { type ReactElement, useState } from 'react'
import { call } from '../../api/call.ts'
import { useDeleteKey } from '../../ui/use-delete-key.ts'
import { ClockTime } from '../../entities/settings/clock-time.tsx'
import classes from './api-access.module.css'

interface ApiKeyCardProps {
  readonly apiKey: ApiKey
  readonly onDeleted: () => Promise<void>
}

const toText = (time: number): string => new Date(time).toISOString()

/** One key, without its secret. */
export function ApiKeyCard({ apiKey, onDeleted }: ApiKeyCardProps): ReactElement {
  const { key, label, scopes, expires, addresses, created, lastUsed } = apiKey
  const [now] = useState(Date.now)
  const isExpired = expires !== null && expires <= now
  const { isBusy, ask } = useDeleteKey({
    text: `Programs that use the key “${label}” are rejected from now on, and their sockets are closed.`,
    remove: () => call('deleteApiKey', { params: { key } }),
    onDeleted,
  })
  return (
    <li className={classes['card']}>
      <div className={classes['head']}>
        <strong>{label}</strong>
        {scopes.map((scope) => (
          <Badge key={scope} size="sm" variant={scope === 'trade' ? 'filled' : 'default'}>
            {scope}
          </Badge>
        ))}
        <Button
          variant="default"
          size="compact-sm"
          className={classes['delete']}
          loading={isBusy}
          aria-label={`Delete the key ${label}`}
          onClick={() => void ask()}
        >
          Delete
        </Button>
      </div>
      <code className={classes['key']}>{key}</code>
      <p className={classes['facts']}>
        <span>
          Added <ClockTime time={toText(created)} />
        </span>
        <span>
          Last used <ClockTime time={lastUsed === null ? null : toText(lastUsed)} />
        </span>
        {expires === null ? null : (
          <span className={isExpired ? classes['expired'] : undefined}>
            {isExpired ? 'Expired' : 'Expires'} <ClockTime time={toText(expires)} />
          </span>
        )}
        {addresses.length === 0 ? null : <span>From {addresses.join(', ')}</span>}
      </p>
    </li>
  )
}
