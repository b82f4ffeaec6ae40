import { Button, TextInput } from '@mantine/core'
import { IconFingerprint, IconPlus } from '@tabler/icons-react'
import type { Passkey } from '@tradeloom/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, type SyntheticEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { askToConfirm } from '../../ui/confirm.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { useSending } from '../../ui/use-sending.ts'
import { bootstrapQuery } from '../../entities/user/bootstrap-query.ts'
import { FormFailure } from '../../entities/user/form-failure.tsx'
import { identitiesQuery } from '../../entities/user/identities-query.ts'
import { addPasskey, usePasskeys, wasDismissed } from '../../entities/user/passkeys.ts'
import { ClockTime } from '../../entities/settings/clock-time.tsx'
import { MovedPasskeys } from './moved-passkeys.tsx'
import classes from '../../ui/settings-section.module.css'
import { activityQuery, securityQuery } from './security-queries.ts'

interface PasskeysProps {
  readonly passkeys: readonly Passkey[]
  /** The site that new ones work for. */
  readonly host: string | null
}

/** Logging in with a finger, a face or a PIN. */
export function Passkeys({ passkeys, host }: PasskeysProps): ReactElement {
  const client = useQueryClient()
  const isOffered = usePasskeys()
  const [isAdding, setAdding] = useState(false)
  const changed = async (): Promise<void> => {
    setAdding(false)
    await client.invalidateQueries({ queryKey: securityQuery.queryKey })
    await client.invalidateQueries({ queryKey: activityQuery.queryKey })
  }
  return (
    <>
      <p className={classes['note']}>
        Log in with your fingerprint, face, or screen lock, without a name and a password. A passkey works for one
        address of this site only.
      </p>
      <MovedPasskeys passkeys={passkeys} host={host} />
      {passkeys.length === 0 ? null : (
        <ul className={classes['list']}>
          {passkeys.map((one) => (
            <PasskeyItem key={one.id} passkey={one} isVoid={one.host !== host} onChanged={changed} />
          ))}
        </ul>
      )}
      {passkeys.some((one) => one.host === host) ? <PasswordDoor /> : null}
      {isAdding ? <AddPasskey onAdded={changed} onCancel={() => setAdding(false)} /> : null}
      {isAdding || !isOffered ? null : (
        <div>
          <Button size="sm" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setAdding(true)}>
            Add passkey
          </Button>
        </div>
      )}
      {isOffered ? null : (
        <p className={classes['note']}>
          {host === null
            ? 'Browsers offer passkeys where this site has a host name and TLS, not at a bare address.'
            : `Passkeys belong to ${host}: open the site there to add one.`}
        </p>
      )}
    </>
  )
}

/** A passkey is one more way in: whoever has the password still gets in with it. */
function PasswordDoor(): ReactElement | null {
  const client = useQueryClient()
  const passwordsAreOff = useQuery(bootstrapQuery).data?.passwordsAreOff ?? true
  const isWithout = useQuery(identitiesQuery).data?.isWithoutPassword ?? true
  const { isBusy, error, send } = useSending()
  if (passwordsAreOff || isWithout) return null
  const remove = async (): Promise<void> => {
    const isSure = await askToConfirm({
      title: 'Remove the password',
      text: 'You log in with a passkey or a connected sign-in from now on. A link that is mailed to you lets you choose a password again.',
      confirm: 'Remove the password',
      isDestructive: true,
    })
    if (!isSure) return
    await send(async () => {
      await call('removePassword', {})
      toastSuccess('Password removed')
      await client.invalidateQueries({ queryKey: identitiesQuery.queryKey })
      await client.invalidateQueries({ queryKey: activityQuery.queryKey })
    })
  }
  return (
    <>
      <p className={classes['note']}>
        A passkey does not disable the password: anyone who knows the password can still log in with it. Remove the
        password, or turn two-factor login on.
      </p>
      <FormFailure text={error} />
      <div>
        <Button size="sm" variant="default" loading={isBusy} onClick={() => void remove()}>
          Remove the password
        </Button>
      </div>
    </>
  )
}

function AddPasskey({ onAdded, onCancel }: { onAdded: () => Promise<void>; onCancel: () => void }): ReactElement {
  const [name, setName] = useState('')
  const { isBusy, error, send } = useSending(wasDismissed)
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    void send(async () => {
      await addPasskey(name)
      toastSuccess('Passkey added')
      await onAdded()
    })
  }
  return (
    <form onSubmit={submit} noValidate className={classes['steps']}>
      <TextInput
        label="Name"
        description="By which you recognize the device or the key"
        placeholder="My phone"
        maxLength={60}
        autoFocus
        value={name}
        error={error}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={classes['row']}>
        <Button type="submit" size="sm" loading={isBusy} disabled={name.trim() === ''}>
          Make passkey
        </Button>
        <Button size="sm" variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

interface PasskeyItemProps {
  readonly passkey: Passkey
  readonly isVoid: boolean
  readonly onChanged: () => Promise<void>
}

function PasskeyItem({ passkey, isVoid, onChanged }: PasskeyItemProps): ReactElement {
  const { id, name, host, created, lastUsed } = passkey
  const [newName, setNewName] = useState<string | null>(null)
  const { isBusy, error, send } = useSending()
  const remove = async (): Promise<void> => {
    const isSure = await askToConfirm({
      title: 'Remove passkey',
      text: `You can no longer log in with the passkey ${name}. Your device keeps it until you delete it there.`,
      confirm: 'Remove passkey',
      isDestructive: true,
    })
    if (!isSure) return
    await send(async () => {
      await call('deletePasskey', { params: { id } })
      toastSuccess('Passkey removed')
      await onChanged()
    })
  }
  const rename = (event: SyntheticEvent): void => {
    event.preventDefault()
    void send(async () => {
      await call('renamePasskey', { params: { id }, body: { name: newName ?? '' } })
      setNewName(null)
      await onChanged()
    })
  }
  return (
    <li className={classes['item']}>
      <IconFingerprint size={20} stroke={1.5} aria-hidden />
      {newName === null ? (
        <span className={classes['main']}>
          <strong>{name}</strong>
        </span>
      ) : (
        <form id={`rename-${id}`} onSubmit={rename} noValidate>
          <TextInput
            size="xs"
            aria-label={`New name of ${name}`}
            maxLength={60}
            autoFocus
            value={newName}
            onChange={(event) => setNewName(event.currentTarget.value)}
          />
        </form>
      )}
      <span className={classes['actions']}>
        {newName === null ? (
          <Button variant="default" size="compact-sm" aria-label={`Rename ${name}`} onClick={() => setNewName(name)}>
            Rename
          </Button>
        ) : (
          <Button type="submit" form={`rename-${id}`} size="compact-sm" loading={isBusy}>
            Save
          </Button>
        )}
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Remove ${name}`}
          disabled={isBusy}
          onClick={() => void remove()}
        >
          Remove
        </Button>
      </span>
      <span className={classes['facts']}>
        <span>
          Added <ClockTime time={created} />
        </span>
        {lastUsed === null ? (
          <span>Never used</span>
        ) : (
          <span>
            Last used <ClockTime time={lastUsed} />
          </span>
        )}
        {isVoid ? <span className="warn">Works at {host} only</span> : null}
        {error === null ? null : (
          <span role="alert" className="danger">
            {error}
          </span>
        )}
      </span>
    </li>
  )
}
