import { Button, Group, NumberInput, Stack, Switch, Text } from '@mantine/core'
import { MAX_RETENTION_DAYS, type StoredKind } from '@tradeloom/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { formatBytes, formatCount, formatPlain } from '../../ui/format.ts'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { deletionsQuery, storageQuery } from './admin-queries.ts'

type Setting = NonNullable<StoredKind['setting']>

interface RetentionDialogProps {
  readonly name: string
  readonly setting: Setting
  readonly onClose: () => void
}

/** What is counted of each kind. */
const ITEMS: Readonly<Record<Setting['kind'], string>> = {
  ticks: 'instrument',
  backtests: 'backtest',
  optimizations: 'optimization',
}
/** Where nothing is deleted yet. */
const FIRST_DAYS = 365

/** After how many days a kind of data is deleted: says what goes at once before that can be confirmed. */
export function RetentionDialog({ name, setting, onClose }: RetentionDialogProps): ReactElement {
  const { kind, min } = setting
  const client = useQueryClient()
  const [isDeleted, setDeleted] = useState(setting.days !== null)
  const [entered, setEntered] = useState<number | string>(setting.days ?? Math.max(min, FIRST_DAYS))
  const days = Number(entered)
  const isValid = !isDeleted || (Number.isInteger(days) && days >= min && days <= MAX_RETENTION_DAYS)
  const { data: deletions, error } = useQuery({ ...deletionsQuery(kind, days), enabled: isDeleted && isValid })
  const changing = useMutation({
    mutationFn: () => call('changeRetention', { body: { kind, days: isDeleted ? days : null } }),
    onSuccess: (state) => {
      client.setQueryData(storageQuery.queryKey, state)
      toastSuccess(`${name}: the rule was changed`)
      onClose()
    },
    onError: (problem) => toastError(errorText(problem), 'storage'),
  })
  const isKnown = !isDeleted || deletions !== undefined
  const deletes = isDeleted && deletions !== undefined && deletions.items > 0
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`How long to keep: ${name}`}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <Switch
          label="Delete what is older"
          checked={isDeleted}
          onChange={({ currentTarget }) => setDeleted(currentTarget.checked)}
        />
        {isDeleted ? (
          <NumberInput
            label="Days"
            description={`From ${min} to ${formatPlain(MAX_RETENTION_DAYS)}`}
            value={entered}
            onChange={setEntered}
            min={min}
            max={MAX_RETENTION_DAYS}
            allowDecimal={false}
            error={isValid ? null : `Enter a number of days, at least ${min}`}
          />
        ) : null}
        <Text size="sm" role="status">
          {isDeleted && isValid
            ? error
              ? errorText(error)
              : outcomeText(kind, deletions)
            : isDeleted
              ? ''
              : 'Nothing is deleted.'}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            {...(deletes ? { color: 'red.9' } : {})}
            disabled={!isValid || !isKnown}
            loading={changing.isPending}
            onClick={() => changing.mutate()}
          >
            {deletes ? `Delete ${formatBytes(deletions.bytes)}` : 'Save'}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function outcomeText(
  kind: Setting['kind'],
  found: { readonly items: number; readonly bytes: number } | undefined,
): string {
  if (found === undefined) return 'Counting …'
  if (found.items === 0) return 'Nothing is that old: nothing is deleted now.'
  const what = `${formatBytes(found.bytes)} of ${formatCount(found.items, ITEMS[kind])}`
  const kept = kind === 'ticks' ? '' : ' Those with a star stay.'
  return `${what} are deleted at once, and cannot be brought back.${kept}`
}
