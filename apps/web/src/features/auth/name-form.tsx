import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { endpoints } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { call } from '../../api/call.ts'
import { openStartCard } from '../../entities/settings/start-card.ts'
import { useAuthForm } from '../../entities/user/auth-form.ts'
import { closeAuthPrompt, useAuthPrompt } from '../../entities/user/auth-prompt.ts'
import { bootstrapQuery } from '../../entities/user/bootstrap-query.ts'
import { FormFailure } from '../../entities/user/form-failure.tsx'
import { signedIn } from '../../entities/user/login.ts'

/** Somebody new has signed in with an issuer: only a name is missing. */
export function NameForm(): ReactElement {
  const { needsSetupToken = false } = useQuery(bootstrapQuery).data ?? {}
  const named = useAuthPrompt((state) => state.named)
  const empty = { regUsername: named?.username ?? '', regEmail: named?.email ?? '', setupToken: '' }
  const { form, isBusy, failure, submit } = useAuthForm(
    endpoints.registerWithIdentity.body,
    empty,
    async ({ setupToken, ...body }) => {
      await signedIn(await call('registerWithIdentity', { body: { ...body, ...(needsSetupToken && { setupToken }) } }))
      openStartCard()
      closeAuthPrompt(true)
    },
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          You have signed in with {named?.label}. Choose a name under which others see what you share.
        </Text>
        <FormFailure text={failure} />
        <TextInput label="User name" autoComplete="username" data-autofocus {...form.getInputProps('regUsername')} />
        <TextInput label="Email" type="email" autoComplete="email" {...form.getInputProps('regEmail')} />
        {needsSetupToken ? (
          <TextInput
            label="Setup token"
            description="The server prints it when it starts. The first user administers this installation"
            autoComplete="off"
            {...form.getInputProps('setupToken')}
          />
        ) : null}
        <Group justify="flex-end" mt="xs">
          <Button type="submit" size="sm" loading={isBusy}>
            Create account
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
