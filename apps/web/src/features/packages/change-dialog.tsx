import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ChangePreview, PremiumPackage } from '@tradeloom/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { ErrorState, LoadingRows } from '../../ui/states.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { priceText } from '../../entities/packages/payment-words.ts'
import { formatDay } from '../../ui/format.ts'
import { refreshRights } from './subscription-query.ts'

interface ChangeDialogProps {
  readonly target: PremiumPackage
  readonly onClose: () => void
}

/** Says what a change costs and when it counts, before it is made. */
export function ChangeDialog({ target, onClose }: ChangeDialogProps): ReactElement {
  const client = useQueryClient()
  const subscriptionId = target.id
  const { data, error, refetch } = useQuery({
    queryKey: ['subscription', 'preview', subscriptionId],
    queryFn: ({ signal }) => call('previewSubscription', { query: { subscriptionId }, signal }),
    gcTime: 0,
    staleTime: 0,
  })
  const change = useMutation({
    mutationFn: () => call('changeSubscription', { body: { subscriptionId } }),
    onSuccess: async ({ isChanging }) => {
      toastSuccess(isChanging ? 'Your payment is being processed' : 'Your subscription was changed')
      await refreshRights(client)
      onClose()
    },
    onError: (problem) => toastError(errorText(problem)),
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title="Change package"
      centered
      size={420}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingRows />
      ) : (
        <Stack gap="md">
          <Text size="sm">{questionOf(data, target.name)}</Text>
          <Group justify="flex-end">
            <Button variant="default" size="sm" onClick={onClose} data-autofocus>
              Cancel
            </Button>
            <Button size="sm" loading={change.isPending} onClick={() => change.mutate()}>
              {data.kind === 'upgrade' ? `Pay ${priceText(data.dueNow, data.currency)}` : 'Change'}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

function questionOf({ kind, dueNow, currency, at, monthly }: ChangePreview, name: string): string {
  const price = `$${monthly} a month`
  if (kind === 'upgrade')
    return `You get ${name} immediately, and pay ${priceText(dueNow, currency)} now for the rest of this month. From then on it is ${price}.`
  if (kind === 'downgrade')
    return `You keep your package until ${formatDay(at)}, and have ${name} from then on, for ${price}. Nothing is charged now.`
  if (kind === 'cancel')
    return `Your subscription ends on ${formatDay(at)}. You keep your package until then, and have ${name} afterwards.`
  return `You keep ${name}: the planned change is canceled.`
}
