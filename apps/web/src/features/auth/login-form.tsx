import { Anchor, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { endpoints } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { call } from '../../api/call.ts'
import { closeAuthPrompt, switchAuthMode } from './auth-prompt.ts'
import { useAuthForm } from './auth-form.ts'
import { FormFailure } from './form-failure.tsx'
import { signedIn } from './login.ts'

export function LoginForm(): ReactElement {
  const { form, isBusy, failure, submit } = useAuthForm(
    endpoints.login.body,
    { username: '', password: '' },
    async (body) => {
      await signedIn(await call('login', { body }))
      closeAuthPrompt(true)
    },
  )
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
      </Stack>
    </form>
  )
}
