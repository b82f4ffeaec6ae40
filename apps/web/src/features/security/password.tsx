import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { call } from '../../api/call.ts'
import { toastSuccess } from '../../ui/toast.ts'
import { useSending } from '../../ui/use-sending.ts'
import { bootstrapQuery } from '../../entities/user/bootstrap-query.ts'
import { FormFailure } from '../../entities/user/form-failure.tsx'
import { identitiesQuery } from '../../entities/user/identities-query.ts'
import { ChangePassword } from './change-password.tsx'
import classes from '../../ui/settings-section.module.css'

/** Changes the password, or lets somebody without one ask for the first. */
export function Password(): ReactElement {
  const bootstrap = useQuery(bootstrapQuery).data
  const isWithout = useQuery(identitiesQuery).data?.isWithoutPassword ?? false
  const { isBusy, error, send } = useSending()
  if (bootstrap?.passwordsAreOff) return <p className={classes['note']}>Password login is off.</p>
  if (!isWithout) return <ChangePassword />
  const email = bootstrap?.user?.email ?? ''
  const ask = (): Promise<void> =>
    send(async () => {
      await call('requestPasswordReset', { body: { email } })
      toastSuccess(bootstrap?.canSendMail ? `A link is on its way to ${email}` : 'Ask your administrator for the link')
    })
  return (
    <>
      <p className={classes['note']}>Your account has no password. A link that is mailed to you lets you choose one.</p>
      <FormFailure text={error} />
      <div>
        <Button size="sm" variant="default" loading={isBusy} onClick={() => void ask()}>
          Choose a password
        </Button>
      </div>
    </>
  )
}
