import { Anchor, Button, Divider, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { endpoints } from '@tradeloom/contracts'
import { IconFingerprint } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { closeAuthPrompt, switchAuthMode } from '../../entities/user/auth-prompt.ts'
import { useAuthForm } from '../../entities/user/auth-form.ts'
import { bootstrapQuery } from '../../entities/user/bootstrap-query.ts'
import { FormFailure } from '../../entities/user/form-failure.tsx'
import { finishLogin, signedIn } from '../../entities/user/login.ts'
import { NetworkButtons } from './network-buttons.tsx'
import { logInWithPasskey, usePasskeys, wasDismissed } from '../../entities/user/passkeys.ts'

export function LoginForm(): ReactElement {
  const { passwordsAreOff = false } = useQuery(bootstrapQuery).data ?? {}
  const { form, isBusy, failure, submit } = useAuthForm(
    endpoints.login.body,
    { username: '', password: '' },
    async (body) => {
      await finishLogin(await call('login', { body }))
    },
  )
  if (passwordsAreOff) {
    return (
      <Stack gap="sm">
        <NetworkButtons />
        <PasskeyLogin />
      </Stack>
    )
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <FormFailure text={failure} />
        <TextInput
          label="User name or email"
          autoComplete="username"
          data-autofocus
          {...form.getInputProps('username')}
        />
        <PasswordInput label="Password" autoComplete="current-password" {...form.getInputProps('password')} />
        <Anchor component="button" type="button" size="xs" ta="left" onClick={() => switchAuthMode('forgotten')}>
          Forgotten your login details?
        </Anchor>
        <Group justify="space-between" mt="xs">
          <Text size="xs" c="dimmed">
            New here?{' '}
            <Anchor component="button" type="button" size="xs" onClick={() => switchAuthMode('register')}>
              Create an account
            </Anchor>
          </Text>
          <Button type="submit" size="sm" loading={isBusy}>
            Log in
          </Button>
        </Group>
        <NetworkButtons hasDivider />
        <PasskeyLogin />
      </Stack>
    </form>
  )
}

/** Where browsers offer passkeys: nothing is typed, not even a name. */
function PasskeyLogin(): ReactElement | null {
  const isOffered = usePasskeys()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  if (!isOffered) return null
  const enter = async (): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      await signedIn(await logInWithPasskey())
      closeAuthPrompt(true)
    } catch (error) {
      if (!wasDismissed(error)) setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Divider label="or" />
      <FormFailure text={failure} />
      <Button
        variant="default"
        size="sm"
        leftSection={<IconFingerprint size={16} aria-hidden />}
        loading={isBusy}
        onClick={() => void enter()}
      >
        Log in with a passkey
      </Button>
    </>
  )
}
