import { Anchor, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { endpoints } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { call } from '../../api/call.ts'
import { openStartCard } from '../../entities/settings/start-card.ts'
import { closeAuthPrompt, switchAuthMode, useAuthPrompt } from '../../entities/user/auth-prompt.ts'
import { useAuthForm } from '../../entities/user/auth-form.ts'
import { bootstrapQuery } from '../../entities/user/bootstrap-query.ts'
import { FormFailure } from '../../entities/user/form-failure.tsx'
import { signedIn } from '../../entities/user/login.ts'
import { NetworkButtons } from './network-buttons.tsx'

const EMPTY = { regUsername: '', regEmail: '', regPassword: '', regRepeatPassword: '', setupToken: '' }

export function RegisterForm(): ReactElement {
  const {
    registration = 'open',
    needsSetupToken = false,
    canRestore = false,
    passwordsAreOff = false,
  } = useQuery(bootstrapQuery).data ?? {}
  const invitation = useAuthPrompt((state) => state.invitation)
  const { form, isBusy, failure, submit } = useAuthForm(endpoints.register.body, EMPTY, async (typed) => {
    const { setupToken, ...body } = typed
    const entrance = { ...(needsSetupToken && { setupToken }), ...(invitation !== null && { invitation }) }
    await signedIn(await call('register', { body: { ...body, ...entrance } }))
    openStartCard()
    closeAuthPrompt(true)
  })
  if (!needsSetupToken && (registration === 'closed' || (registration === 'invited' && invitation === null))) {
    return <NoEntrance isByInvitation={registration === 'invited'} />
  }
  if (passwordsAreOff) return <NetworkButtons />
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
        {needsSetupToken ? (
          <TextInput
            label="Setup token"
            description="The server prints it when it starts. The first user administers this installation"
            autoComplete="off"
            {...form.getInputProps('setupToken')}
          />
        ) : null}
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
        {canRestore ? (
          <Text size="xs" c="dimmed">
            Coming from another machine?{' '}
            <Anchor component="button" type="button" size="xs" onClick={() => switchAuthMode('restore')}>
              Restore a backup
            </Anchor>
          </Text>
        ) : null}
        <NetworkButtons hasDivider />
      </Stack>
    </form>
  )
}

/** Instead of a form that would be refused. */
function NoEntrance({ isByInvitation }: { readonly isByInvitation: boolean }): ReactElement {
  return (
    <Stack gap="sm">
      <Text size="sm">
        {isByInvitation
          ? 'Registration is by invitation. Please ask the administrator of this installation for a link.'
          : 'Registration is closed. Please ask the administrator of this installation for an account.'}
      </Text>
      <Button size="sm" variant="default" onClick={() => switchAuthMode('login')}>
        Log in
      </Button>
    </Stack>
  )
}
