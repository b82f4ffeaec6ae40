import { Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import { MAX_QUOTA_MB, type UserStorage } from '@tradeloom/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { formatBytes } from '../../ui/format.ts'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { storageQuery } from './admin-queries.ts'

const MB = 1024 * 1024

interface QuotaDialogProps {
  readonly user: UserStorage
  readonly onClose: () => void
}

/** How much private market data, and how many results, a user may store: as much of each. */
export function QuotaDialog({ user, onClose }: QuotaDialogProps): ReactElement {
  const { id, username, marketBytes, resultBytes, quotaBytes, hasOwnQuota } = user
  const client = useQueryClient()
  const [entered, setEntered] = useState<number | string>(Math.round((quotaBytes ?? 0) / MB))
  const megabytes = Number(entered)
  const isValid = Number.isInteger(megabytes) && megabytes >= 1 && megabytes <= MAX_QUOTA_MB
  const setting = useMutation({
    mutationFn: (wanted: number | null) => call('setStorageQuota', { params: { id }, body: { megabytes: wanted } }),
    onSuccess: (state) => {
      client.setQueryData(storageQuery.queryKey, state)
      toastSuccess(`The quota of ${username} was changed`)
      onClose()
    },
    onError: (problem) => toastError(errorText(problem), 'storage'),
  })
  const isReached = (bytes: number): boolean => isValid && bytes >= megabytes * MB
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Quota of ${username}`}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <NumberInput
          label="Market data, and results, in MB each"
          value={entered}
          onChange={setEntered}
          min={1}
          max={MAX_QUOTA_MB}
          allowDecimal={false}
          error={isValid ? null : 'Enter a whole number of megabytes'}
        />
        <Text size="sm" role="status">
          {`${username} stores ${formatBytes(marketBytes)} of market data and ${formatBytes(resultBytes)} of results. `}
          {refusedText(isReached(marketBytes), isReached(resultBytes))}
        </Text>
        <Group justify="flex-end">
          {hasOwnQuota ? (
            <Button variant="default" loading={setting.isPending} onClick={() => setting.mutate(null)}>
              Use the common quota
            </Button>
          ) : null}
          <Button disabled={!isValid} loading={setting.isPending} onClick={() => setting.mutate(megabytes)}>
            Save
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function refusedText(isMarketOver: boolean, isResultOver: boolean): string {
  if (isMarketOver && isResultOver) return 'Nothing is deleted, but imports and runs are refused.'
  if (isMarketOver) return 'Nothing is deleted, but imports are refused.'
  return isResultOver ? 'Nothing is deleted, but runs are refused.' : 'Imports and runs beyond the quota are refused.'
}
