import { Anchor, Button, Group, PasswordInput, Stack } from '@mantine/core'
import { endpoints } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { call } from '../../api/call.ts'
import { toastSuccess } from '../../ui/toast.ts'
import { useAuthForm } from '../../entities/user/auth-form.ts'
import { switchAuthMode, useAuthPrompt } from '../../entities/user/auth-prompt.ts'
import { FormFailure } from '../../entities/user/form-failure.tsx'
import { finishLogin } from '../../entities/user/login.ts'

const EMPTY = { password: '', passwordVerification: '' }

/** Opened by the link in a mail; its key replaces the old password. */
export function NewPasswordForm(): ReactElement {
  const key = useAuthPrompt((state) => state.resetKey) ?? ''
  const { form, isBusy, failure, submit } = useAuthForm(endpoints.changeForgottenPassword.body, EMPTY, async (body) => {
    await finishLogin(await call('changeForgottenPassword', { query: { key }, body }))
    toastSuccess('Password changed')
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <FormFailure text={failure} />
        <PasswordInput
          label="New password"
          autoComplete="new-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        <PasswordInput
          label="Repeat password"
          autoComplete="new-password"
          {...form.getInputProps('passwordVerification')}
        />
        <Group justify="space-between" mt="xs">
          <Anchor component="button" type="button" size="xs" onClick={() => switchAuthMode('forgotten')}>
            Request a new link
          </Anchor>
          <Button type="submit" size="sm" loading={isBusy}>
            Change password
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
