import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { endpoints } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { call } from '../../api/call.ts'
import { toastSuccess } from '../../ui/toast.ts'
import { useAuthForm } from '../../entities/user/auth-form.ts'
import { useUser } from '../../entities/user/bootstrap-query.ts'
import { FormFailure } from '../../entities/user/form-failure.tsx'

const EMPTY = { oldPassword: '', newPassword: '', confirmNewPassword: '' }

/** Changes the own password. */
export function ChangePassword(): ReactElement {
  const username = useUser()?.username ?? ''
  const { form, isBusy, failure, submit } = useAuthForm(endpoints.changePassword.body, EMPTY, async (body) => {
    await call('changePassword', { body })
    toastSuccess('Password changed')
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm" maw={360}>
        <Text size="sm" c="dimmed">
          Changing it signs you out everywhere else.
        </Text>
        <FormFailure text={failure} />
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          {...form.getInputProps('oldPassword')}
        />
        <PasswordInput label="New password" autoComplete="new-password" {...form.getInputProps('newPassword')} />
        <PasswordInput
          label="Repeat new password"
          autoComplete="new-password"
          {...form.getInputProps('confirmNewPassword')}
        />
        <Group justify="flex-end">
          <Button type="submit" size="sm" loading={isBusy}>
            Change password
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
