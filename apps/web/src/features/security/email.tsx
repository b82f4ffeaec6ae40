import { Button, TextInput } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { endpoints } from '@tradeloom/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { call, type Reply } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { toastSuccess } from '../../ui/toast.ts'
import { useSending } from '../../ui/use-sending.ts'
import { useAuthForm } from '../../entities/user/auth-form.ts'
import { bootstrapQuery } from '../../entities/user/bootstrap-query.ts'
import { FormFailure } from '../../entities/user/form-failure.tsx'
import classes from '../../ui/settings-section.module.css'
import { securityQuery } from './security-queries.ts'

/** The address of the account: whether it is confirmed, and another one. */
export function Email({ email }: { readonly email: Reply<'getSecurity'>['email'] }): ReactElement {
  const { address, verified, pending } = email
  const [isChanging, setChanging] = useState(false)
  const { isBusy, error, send } = useSending()
  const verify = (): Promise<void> =>
    send(async () => {
      await call('verifyEmail', {})
      toastSuccess(sentText(address))
    })
  return (
    <>
      <FormFailure text={error} />
      <div className={classes['row']}>
        <strong className={classes['main']}>{address}</strong>
        <span className={classes['state']} data-is-on={verified === null ? undefined : true}>
          {verified === null ? <IconCircleDashed size={16} aria-hidden /> : <IconCircleCheck size={16} aria-hidden />}
          {verified === null ? 'Not confirmed' : 'Confirmed'}
        </span>
      </div>
      {pending === null ? null : (
        <p className={classes['note']}>
          {pending} is used once the link that was mailed there is opened. It is valid for a day.
        </p>
      )}
      {isChanging ? <ChangeEmail onDone={() => setChanging(false)} /> : null}
      {isChanging ? null : (
        <div className={classes['row']}>
          {verified === null ? (
            <Button size="sm" loading={isBusy} onClick={() => void verify()}>
              Confirm address
            </Button>
          ) : null}
          <Button size="sm" variant="default" onClick={() => setChanging(true)}>
            Change address
          </Button>
        </div>
      )}
    </>
  )
}

/** Where the link is to be found. */
function sentText(address: string): string {
  return queryClient.getQueryData(bootstrapQuery.queryKey)?.canSendMail === false
    ? 'This server sends no mail: ask its administrator for the link'
    : `A link is on its way to ${address}`
}

function ChangeEmail({ onDone }: { readonly onDone: () => void }): ReactElement {
  const client = useQueryClient()
  const { form, isBusy, failure, submit } = useAuthForm(endpoints.changeEmail.body, { email: '' }, async (body) => {
    await call('changeEmail', { body })
    await client.invalidateQueries({ queryKey: securityQuery.queryKey })
    toastSuccess(sentText(body.email))
    onDone()
  })
  return (
    <form onSubmit={submit} noValidate className={classes['steps']}>
      <FormFailure text={failure} />
      <TextInput
        label="New email address"
        type="email"
        autoComplete="email"
        description="Both addresses get mail. The old one can undo the change for 7 days."
        autoFocus
        {...form.getInputProps('email')}
      />
      <div className={classes['row']}>
        <Button type="submit" size="sm" loading={isBusy}>
          Send link
        </Button>
        <Button size="sm" variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
