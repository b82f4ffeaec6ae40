import { Anchor, Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactElement, type SyntheticEvent, useState } from 'react'
import { call, type CallInput, type Reply } from '../../api/call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState, LoadingRows } from '../../ui/states.tsx'
import { useSending } from '../../ui/use-sending.ts'
import { useUser } from '../../entities/user/bootstrap-query.ts'
import { CodeInput } from '../../entities/user/code-input.tsx'
import { closeConfirmPrompt } from '../../entities/user/confirm-prompt.ts'
import { ConfirmWithIdentity } from './confirm-with-identity.tsx'
import { FormFailure } from '../../entities/user/form-failure.tsx'
import { signed, usePasskeys, wasDismissed } from '../../entities/user/passkeys.ts'

type Method = Reply<'getConfirmation'>['methods'][number]

const confirmationQuery = queryOptions({
  queryKey: ['confirmation'],
  queryFn: ({ signal }) => call('getConfirmation', { signal }),
  // Factors may have been added since it was last asked.
  staleTime: 0,
  gcTime: 0,
})

const SWITCH_TEXTS: Record<Exclude<Method, 'passkey' | 'identity'>, string> = {
  password: 'Use your password',
  code: 'Use the authenticator app',
  'backup-code': 'Use a backup code',
}

/** Asks who is there before something that matters; what was begun then goes on. Above all other dialogs. */
export function ConfirmDialog({ isOpen = true }: { readonly isOpen?: boolean }): ReactElement {
  return (
    <Dialog
      opened={isOpen}
      onClose={() => closeConfirmPrompt(false)}
      title="Confirm it is you"
      size={380}
      zIndex={300}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text size="sm" mb="sm" c="dimmed">
        This requires a login within the last ten minutes. Your action continues afterwards.
      </Text>
      <Confirmation />
    </Dialog>
  )
}

function Confirmation(): ReactElement {
  const { data, error, refetch } = useQuery(confirmationQuery)
  if (data === undefined) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingRows rows={3} />
  }
  return <ConfirmForm methods={data.methods} />
}

function ConfirmForm({ methods }: { readonly methods: readonly Method[] }): ReactElement {
  const username = useUser()?.username ?? ''
  const hasPasskeys = usePasskeys() && methods.includes('passkey')
  const typed = methods.filter((one) => one !== 'passkey' && one !== 'identity')
  const [method, setMethod] = useState(typed[0])
  const [text, setText] = useState('')
  const { isBusy, error, send } = useSending(wasDismissed)
  const confirm = (answer: () => Promise<CallInput<'confirmLogin'>['body']>): Promise<void> =>
    send(async () => {
      await call('confirmLogin', { body: await answer() })
      closeConfirmPrompt(true)
    })
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    void confirm(async () => (method === 'password' ? { password: text } : { code: text }))
  }
  const withPasskey = async () => {
    const { challenge } = await call('beginConfirmation', {})
    return { challenge, assertion: await signed(challenge) }
  }
  const input = {
    value: text,
    error,
    'data-autofocus': true,
    autoFocus: true,
    onChange: (event: { currentTarget: { value: string } }) => setText(event.currentTarget.value),
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        {method === undefined ? <FormFailure text={error} /> : null}
        {method === 'password' ? (
          <PasswordInput label="Password" autoComplete="current-password" {...input} />
        ) : method === undefined ? null : (
          <CodeInput key={method} isBackup={method === 'backup-code'} {...input} />
        )}
        {typed
          .filter((one) => one !== method)
          .map((one) => (
            <Anchor
              key={one}
              component="button"
              type="button"
              size="xs"
              ta="left"
              onClick={() => {
                setMethod(one)
                setText('')
              }}
            >
              {SWITCH_TEXTS[one]}
            </Anchor>
          ))}
        {methods.includes('identity') ? <ConfirmWithIdentity /> : null}
        <Group justify="flex-end" mt="xs">
          {hasPasskeys ? (
            <Button
              variant="default"
              size="sm"
              leftSection={<IconFingerprint size={16} aria-hidden />}
              onClick={() => void confirm(withPasskey)}
            >
              Use a passkey
            </Button>
          ) : null}
          {method === undefined ? null : (
            <Button type="submit" size="sm" loading={isBusy}>
              Confirm
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
