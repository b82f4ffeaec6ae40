import { Anchor, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { endpoints } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { call } from '../../api/call.ts'
import { closeAuthPrompt, switchAuthMode } from './auth-prompt.ts'
import { useAuthForm } from './auth-form.ts'
import { FormFailure } from './form-failure.tsx'
import { signedIn } from './login.ts'

const EMPTY = { regUsername: '', regEmail: '', regPassword: '', regRepeatPassword: '' }

export function RegisterForm(): ReactElement {
  const { form, isBusy, failure, submit } = useAuthForm(endpoints.register.body, EMPTY, async (body) => {
    await signedIn(await call('register', { body }))
    closeAuthPrompt(true)
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <FormFailure text={failure} />
        <TextInput label="User name" autoComplete="username" data-autofocus {...form.getInputProps('regUsername')} />
        <TextInput label="Email" type="email" autoComplete="email" {...form.getInputProps('regEmail')} />
        <PasswordInput label="Password" autoComplete="new-password" {...form.getInputProps('regPassword')} />
        <PasswordInput
          label="Repeat password"
          autoComplete="new-password"
          {...form.getInputProps('regRepeatPassword')}
        />
        <Group justify="space-between" mt="xs">
          <Text size="xs" c="dimmed">
            Have an account?{' '}
            <Anchor component="button" type="button" size="xs" onClick={() => switchAuthMode('login')}>
              Log in
            </Anchor>
          </Text>
          <Button type="submit" size="sm" loading={isBusy}>
            Register
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
