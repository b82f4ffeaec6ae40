import { Button } from '@mantine/core'
import type { Identity } from '@tradeloom/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { call } from '../../api/call.ts'
import { askToConfirm } from '../../ui/confirm.tsx'
import { ErrorState, LoadingRows } from '../../ui/states.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { useSending } from '../../ui/use-sending.ts'
import { bootstrapQuery } from '../../entities/user/bootstrap-query.ts'
import { FormFailure } from '../../entities/user/form-failure.tsx'
import { goToIssuer } from '../../entities/user/go-to-issuer.ts'
import { identitiesQuery } from '../../entities/user/identities-query.ts'
import { NetworkIcon } from '../../entities/user/network-icon.tsx'
import { ClockTime } from '../../entities/settings/clock-time.tsx'
import classes from '../../ui/settings-section.module.css'
import { activityQuery } from './security-queries.ts'

/** Issuers with which the user signs in, too. */
export function Identities(): ReactElement {
  const client = useQueryClient()
  const networks = useQuery(bootstrapQuery).data?.networks ?? []
  const { data, error, refetch } = useQuery(identitiesQuery)
  const { isBusy, error: failure, send } = useSending()
  if (data === undefined) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingRows />
  const changed = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: identitiesQuery.queryKey })
    await client.invalidateQueries({ queryKey: activityQuery.queryKey })
  }
  const isEmpty = networks.length === 0 && data.identities.length === 0
  return (
    <>
      <p className={classes['note']}>
        {isEmpty
          ? 'This installation offers no sign-in but its own.'
          : 'Log in with an account that you have elsewhere, as well as with your password.'}
      </p>
      {data.identities.length === 0 ? null : (
        <ul className={classes['list']} aria-label="Connected sign-ins">
          {data.identities.map((one) => (
            <Connected key={one.id} identity={one} onChanged={changed} />
          ))}
        </ul>
      )}
      <FormFailure text={failure} />
      <div className={classes['row']}>
        {networks.map(({ network, label }) => (
          <Button
            key={network}
            size="sm"
            variant="default"
            loading={isBusy}
            leftSection={<NetworkIcon network={network} />}
            onClick={() => void send(() => goToIssuer(network, 'link'))}
          >
            Connect {label}
          </Button>
        ))}
      </div>
    </>
  )
}

interface ConnectedProps {
  readonly identity: Identity
  readonly onChanged: () => Promise<void>
}

function Connected({ identity, onChanged }: ConnectedProps): ReactElement {
  const { id, network, label, email, linked, lastUsed } = identity
  const { isBusy, error, send } = useSending()
  const remove = async (): Promise<void> => {
    const isSure = await askToConfirm({
      title: `Disconnect ${label}`,
      text: `You can no longer log in with ${label}. Your account there does not change.`,
      confirm: 'Disconnect',
      isDestructive: true,
    })
    if (!isSure) return
    await send(async () => {
      await call('unlinkIdentity', { params: { id } })
      toastSuccess(`${label} is disconnected`)
      await onChanged()
    })
  }
  return (
    <li className={classes['item']}>
      <NetworkIcon network={network} size={20} />
      <span className={classes['main']}>
        <strong>{label}</strong>
        {email === null ? null : <span>{email}</span>}
      </span>
      <span className={classes['actions']}>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Disconnect ${label}${email === null ? '' : ` of ${email}`}`}
          disabled={isBusy}
          onClick={() => void remove()}
        >
          Disconnect
        </Button>
      </span>
      <span className={classes['facts']}>
        <span>
          Connected <ClockTime time={linked} />
        </span>
        {lastUsed === null ? (
          <span>Never used</span>
        ) : (
          <span>
            Last used <ClockTime time={lastUsed} />
          </span>
        )}
        {error === null ? null : (
          <span role="alert" className="danger">
            {error}
          </span>
        )}
      </span>
    </li>
  )
}
