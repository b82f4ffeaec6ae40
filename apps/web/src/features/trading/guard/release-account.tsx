import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type ReactElement, useState } from 'react'
import { call } from '../../../api/call.ts'
import { queryClient } from '../../../api/query-client.ts'
import { accountsQuery } from '../../../entities/accounts/trading-queries.ts'
import { toastSuccess } from '../../../ui/toast.ts'
import { useSending } from '../../../ui/use-sending.ts'

interface ReleaseAccountProps {
  readonly id: string
  readonly onDone: () => void
}

/** Only a person releases an account, and has shown lately who they are. */
export function ReleaseAccount({ id, onDone }: ReleaseAccountProps): ReactElement {
  const [reason, setReason] = useState('')
  const { isBusy, error, send } = useSending()
  const submit = (): Promise<void> =>
    send(async () => {
      await call('releaseAccount', { params: { id }, body: { reason } })
      await queryClient.invalidateQueries({ queryKey: accountsQuery.queryKey })
      toastSuccess('The account was released')
      onDone()
    })
  return (
    <form onSubmit={(event) => (event.preventDefault(), void submit())}>
      <Stack gap="xs">
        <Text size="sm">
          Sessions of this account resume immediately. The daily loss and the drawdown are counted from now on.
        </Text>
        <TextInput
          label="Why it is released"
          description="Stays in the journal of the account and in the audit log."
          required
          maxLength={200}
          value={reason}
          error={error}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" size="sm" color="red.9" loading={isBusy}>
            Release
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
