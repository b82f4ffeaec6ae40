import { Button, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { z } from 'zod'
import { call } from '../../api/call.ts'
import { formatCount } from '../../ui/format.ts'
import { toastSuccess } from '../../ui/toast.ts'
import { useSending } from '../../ui/use-sending.ts'
import { useAuthForm } from '../../entities/user/auth-form.ts'
import { useUser } from '../../entities/user/bootstrap-query.ts'
import { FormFailure } from '../../entities/user/form-failure.tsx'
import classes from '../../ui/settings-section.module.css'
import { ClockTime } from '../../entities/settings/clock-time.tsx'
import { accountQuery } from './account-queries.ts'

/** The button waits for the name, and the server judges it. */
const ANYTHING = z.unknown()

interface DeleteAccountProps {
  /** When it is deleted. */
  readonly deletion: string | null
  readonly undoDays: number
}

export function DeleteAccount({ deletion, undoDays }: DeleteAccountProps): ReactElement {
  const [isAsking, setAsking] = useState(false)
  if (deletion !== null) return <Pending deletion={deletion} />
  return (
    <>
      <p className={classes['note']}>
        Your algorithms, runs, sessions, keys and data are deleted. Shared versions that others cloned or ran remain
        without your name.{' '}
        {undoDays === 0 ? 'This cannot be undone.' : `You can change your mind for ${formatCount(undoDays, 'day')}.`}
      </p>
      {isAsking ? (
        <AskForName onBack={() => setAsking(false)} />
      ) : (
        <div>
          <Button size="sm" variant="default" onClick={() => setAsking(true)}>
            Delete account
          </Button>
        </div>
      )}
    </>
  )
}

function AskForName({ onBack }: { readonly onBack: () => void }): ReactElement {
  const client = useQueryClient()
  const username = useUser()?.username ?? ''
  const { form, isBusy, failure, submit } = useAuthForm(ANYTHING, { username: '' }, async (body) => {
    const { deletion } = await call('deleteAccount', { body })
    // There is nobody any more: the page starts over.
    if (deletion === null) location.assign('/')
    else await client.invalidateQueries({ queryKey: accountQuery.queryKey })
  })
  const isTyped = form.values.username.trim().toLowerCase() === username.toLowerCase()
  return (
    <form onSubmit={submit} noValidate className={classes['steps']}>
      <FormFailure text={failure} />
      <TextInput
        label={`Type your user name ${username} to confirm`}
        autoComplete="off"
        spellCheck={false}
        autoFocus
        {...form.getInputProps('username')}
      />
      <div className={classes['row']}>
        <Button type="submit" size="sm" color="red.9" loading={isBusy} disabled={!isTyped}>
          Delete my account
        </Button>
        <Button size="sm" variant="default" onClick={onBack}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function Pending({ deletion }: { readonly deletion: string }): ReactElement {
  const client = useQueryClient()
  const { isBusy, error, send } = useSending()
  const keep = (): Promise<void> =>
    send(async () => {
      await call('keepAccount', {})
      toastSuccess('Account deletion canceled')
      await client.invalidateQueries({ queryKey: accountQuery.queryKey })
    })
  return (
    <>
      <p className={classes['alert']} role="status">
        <IconAlertTriangle size={16} aria-hidden />
        <span>
          Your account is deleted after <ClockTime time={deletion} />, unless a session runs or a position is open then.
        </span>
      </p>
      <FormFailure text={error} />
      <div>
        <Button size="sm" loading={isBusy} onClick={() => void keep()}>
          Keep my account
        </Button>
      </div>
    </>
  )
}
