import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core'
import type { AdminUser, PaymentOfUser } from '@tradeloom/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { formatLastDay, NOTHING } from '../../ui/format.ts'
import { Stat, StatList } from '../../ui/stat.tsx'
import { ErrorState, LoadingRows } from '../../ui/states.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { packagesQuery } from '../../entities/packages/packages-query.ts'
import { ClockTime } from '../../entities/settings/clock-time.tsx'
import { userPaymentQuery } from './admin-queries.ts'

interface PaymentDialogProps {
  readonly user: AdminUser
  readonly onClose: () => void
}

/** What a user pays for and was assigned. */
export function PaymentDialog({ user, onClose }: PaymentDialogProps): ReactElement {
  const { data, error, refetch } = useQuery(userPaymentQuery(user.id))
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Package of ${user.username}`}
      centered
      size={560}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingRows />
      ) : (
        <Stack gap="md">
          <GrantForm user={user} payment={data} />
          <Payment user={user} payment={data} />
        </Stack>
      )}
    </Modal>
  )
}

interface PartProps {
  readonly user: AdminUser
  readonly payment: PaymentOfUser
}

/** The day that a grant ends with, as the form asks for it. */
function lastDay(until: string | null): string {
  return until === null ? '' : formatLastDay(until)
}

function GrantForm({ user, payment: { grant } }: PartProps): ReactElement {
  const client = useQueryClient()
  const packages = useQuery(packagesQuery).data ?? []
  const [packageId, setPackage] = useState(String(grant?.packageId ?? 0))
  const [until, setUntil] = useState(lastDay(grant?.until ?? null))
  const [reason, setReason] = useState(grant?.reason ?? '')
  const assign = useMutation({
    mutationFn: () => {
      // To the end of that day, UTC.
      const end = until === '' ? null : new Date(Date.parse(until) + 86_400_000).toISOString()
      const body = { packageId: Number(packageId), until: end, reason }
      return call('updateUser', { params: { id: user.id }, body })
    },
    onSuccess: () => {
      toastSuccess(`${user.username} was changed`, user.id)
      return client.invalidateQueries({ queryKey: ['admin'] })
    },
    onError: (problem) => toastError(errorText(problem), user.id),
  })
  const names = packages
    .filter(({ active, id }) => active || id === grant?.packageId)
    .map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <Stack gap="xs">
      <Select
        allowDeselect={false}
        label="Assigned package"
        data={names}
        value={packageId}
        onChange={(value) => setPackage(value ?? '0')}
      />
      <Group grow align="start">
        <TextInput
          type="date"
          label="Until the end of"
          description="Empty: for good"
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
        <TextInput
          label="Reason"
          description={grant?.by ? `Assigned by ${grant.by}` : 'For the audit log'}
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Group>
      <Group justify="flex-end">
        <Button size="sm" loading={assign.isPending} onClick={() => assign.mutate()}>
          Assign
        </Button>
      </Group>
    </Stack>
  )
}

function Payment({ user, payment }: PartProps): ReactElement {
  const { customerId, subscriptionId, others, synced, subscription, events } = payment
  const client = useQueryClient()
  const sync = useMutation({
    mutationFn: () => call('syncUserPayment', { params: { id: user.id } }),
    onSuccess: (fresh) => {
      client.setQueryData(userPaymentQuery(user.id).queryKey, fresh)
      toastSuccess('Synced with Stripe', user.id)
      return client.invalidateQueries({ queryKey: ['admin', 'users'] })
    },
    onError: (problem) => toastError(errorText(problem), user.id),
  })
  if (customerId === null) return <p>{user.username} has never bought a package.</p>
  return (
    <Stack gap="xs">
      <StatList>
        <Stat label="Customer" value={customerId} />
        <Stat label="Subscription" value={subscriptionId ?? NOTHING} />
        <Stat label="Status" value={subscription.status ?? NOTHING} />
        <Stat label="Last sync" value={<ClockTime time={synced} />} />
      </StatList>
      {others > 0 ? <p role="alert">{`There are ${others + 1} subscriptions that are paid.`}</p> : null}
      <Group justify="flex-end">
        <Button variant="default" size="sm" loading={sync.isPending} onClick={() => sync.mutate()}>
          Sync now
        </Button>
      </Group>
      {events.length === 0 ? null : (
        <ul aria-label="Events">
          {events.map(({ id, type, created }) => (
            <li key={id}>
              <ClockTime time={created} /> {type}
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}
