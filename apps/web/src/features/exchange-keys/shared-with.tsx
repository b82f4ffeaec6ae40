import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import type { GivenShare, ShareRole } from '@tradeloom/contracts'
import { type FormEvent, type ReactElement, useId, useState } from 'react'
import { ApiError, errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { askToConfirm } from '../../ui/confirm.tsx'
import { toastError } from '../../ui/toast.ts'
import classes from './exchange-keys.module.css'

const ROLES = [
  { value: 'viewer', label: 'Viewer' },
  { value: 'trader', label: 'Trader' },
]

interface SharedWithProps {
  readonly connectionId: string
  /** Of the connection, as its owner knows it. */
  readonly name: string
  readonly shares: readonly GivenShare[]
  readonly onChanged: () => Promise<void>
}

/** With whom a connection is shared; its owner invites, changes roles and withdraws. */
export function SharedWith({ connectionId, name, shares, onChanged }: SharedWithProps): ReactElement {
  const [person, setPerson] = useState('')
  const [role, setRole] = useState<ShareRole>('viewer')
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const heading = useId()
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    setFault(null)
    try {
      await work()
    } catch (error) {
      const atField = error instanceof ApiError ? error.fields['person'] : undefined
      if (atField === undefined) toastError(errorText(error))
      else setFault(atField)
    } finally {
      await onChanged()
      setBusy(false)
    }
  }
  const invite = (event: FormEvent): void => {
    event.preventDefault()
    void run(async () => {
      await call('shareConnection', { params: { id: connectionId }, body: { person, role } })
      setPerson('')
    })
  }
  const withdraw = async ({ id, person: who, isAccepted }: GivenShare): Promise<void> => {
    const text = isAccepted
      ? `${who} no longer sees ${name}. Their sessions there stop, and their orders that wait to open a position are canceled. Positions and their stops remain.`
      : `${who} can no longer accept the invitation to ${name}.`
    const question = { title: 'Withdraw share', text, confirm: 'Withdraw', isDestructive: true }
    if (await askToConfirm(question)) await run(() => call('endShare', { params: { id } }))
  }
  return (
    <section className={classes['shares']} aria-labelledby={heading}>
      <h4 id={heading}>Shared with</h4>
      {shares.length === 0 ? <p className={classes['facts']}>Nobody</p> : null}
      <ul className={classes['list']}>
        {shares.map((share) => (
          <li key={share.id} className={classes['share']}>
            <strong>{share.person}</strong>
            {share.isAccepted ? null : <span className={classes['facts']}>Invited</span>}
            <NativeSelect
              size="xs"
              aria-label={`Role of ${share.person}`}
              data={ROLES}
              value={share.role}
              disabled={isBusy}
              onChange={({ currentTarget: { value } }) =>
                void run(() => call('changeShare', { params: { id: share.id }, body: { role: value as ShareRole } }))
              }
            />
            <Button
              variant="default"
              size="compact-sm"
              disabled={isBusy}
              aria-label={`Withdraw the share of ${share.person}`}
              onClick={() => void withdraw(share)}
            >
              Withdraw
            </Button>
          </li>
        ))}
      </ul>
      <form onSubmit={invite} autoComplete="off">
        <Group gap="xs" align="start">
          <TextInput
            size="xs"
            label="Username or email address"
            value={person}
            error={fault}
            onChange={({ currentTarget: { value } }) => {
              setPerson(value)
              setFault(null)
            }}
          />
          <NativeSelect
            size="xs"
            label="Role"
            data={ROLES}
            value={role}
            onChange={({ currentTarget: { value } }) => setRole(value as ShareRole)}
          />
          <Button
            type="submit"
            size="xs"
            className={classes['invite']}
            variant="default"
            loading={isBusy}
            disabled={person.trim() === ''}
          >
            Invite
          </Button>
        </Group>
      </form>
    </section>
  )
}
