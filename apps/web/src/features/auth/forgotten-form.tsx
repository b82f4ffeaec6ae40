import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { endpoints } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { call } from '../../api/call.ts'
import { useAuthForm } from '../../entities/user/auth-form.ts'
import { switchAuthMode } from '../../entities/user/auth-prompt.ts'
import { bootstrapQuery } from '../../entities/user/bootstrap-query.ts'
import { FormFailure } from '../../entities/user/form-failure.tsx'

/** Asks for mail with a link. Whether the address belongs to an account stays unsaid. */
export function ForgottenForm(): ReactElement {
  const [isSent, setSent] = useState(false)
  const canSendMail = useQuery(bootstrapQuery).data?.canSendMail ?? true
  const { form, isBusy, failure, submit } = useAuthForm(
    endpoints.requestPasswordReset.body,
    { email: '' },
    async (body) => {
      await call('requestPasswordReset', { body })
      setSent(true)
    },
  )
  if (isSent) {
    return (
      <Stack gap="sm" role="status">
        <Text size="sm">
          {canSendMail
            ? 'If this address belongs to an account, a link to choose a new password is on its way. It is valid for an hour.'
            : 'This server sends no mail: ask its administrator for a link to choose a new password. It is valid for an hour.'}
        </Text>
        <Group justify="flex-end">
          <Button size="sm" onClick={() => switchAuthMode('login')} data-autofocus>
            Back to login
          </Button>
        </Group>
      </Stack>
    )
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <FormFailure text={failure} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="email"
          description={canSendMail ? 'A link to choose a new password will be sent there.' : undefined}
          data-autofocus
          {...form.getInputProps('email')}
        />
        <Group justify="space-between" mt="xs">
          <Anchor component="button" type="button" size="xs" onClick={() => switchAuthMode('login')}>
            Back to login
          </Anchor>
          <Button type="submit" size="sm" loading={isBusy}>
            Send link
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
