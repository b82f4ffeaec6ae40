import { Alert, Button, Group } from '@mantine/core'
import type { PremiumPackage, Subscription } from '@tradeloom/contracts'
import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { toastError } from '../../ui/toast.ts'
import { formatDay } from '../../ui/format.ts'
import { visit } from './visit.ts'

interface SubscriptionNotesProps {
  readonly subscription: Subscription
  readonly packages: readonly PremiumPackage[]
  /** Whether the user has what is subscribed to, although a payment has failed. */
  readonly isKept: boolean
}

/** What a user has to know about the subscription, and the way to cards and invoices. */
export function SubscriptionNotes({ subscription, packages, isKept }: SubscriptionNotesProps): ReactElement {
  const { status, pastDueUntil, isChanging, nextPackageId, changesAt, periodEnd, packageId } = subscription
  const nameOf = (id: number): string => packages.find((one) => one.id === id)?.name ?? `package ${id}`
  return (
    <>
      {pastDueUntil === null ? null : (
        <Alert
          color="red"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title="Your payment has failed"
          mb="sm"
          role="alert"
        >
          {isKept
            ? `You keep your package until ${formatDay(pastDueUntil)}. Please check your card.`
            : 'Your package is suspended until the invoice is paid. Please check your card.'}
        </Alert>
      )}
      {isChanging || status === 'incomplete' ? (
        <Alert color="blue" icon={<IconClock size={18} aria-hidden />} mb="sm" role="status">
          Your payment is being processed
        </Alert>
      ) : null}
      {status === null ? null : (
        <Group gap="md" mb="sm">
          {packageId !== null && nextPackageId !== null && changesAt !== null ? (
            <p role="status">
              {nextPackageId === 0
                ? `Your subscription ends on ${formatDay(changesAt)}.`
                : `Changes to ${nameOf(nextPackageId)} on ${formatDay(changesAt)}.`}
            </p>
          ) : packageId !== null && status === 'active' && periodEnd !== null ? (
            <p>Renews on {formatDay(periodEnd)}.</p>
          ) : null}
          <PortalButton />
        </Group>
      )}
    </>
  )
}

function PortalButton(): ReactElement {
  const [isBusy, setBusy] = useState(false)
  const open = async (): Promise<void> => {
    setBusy(true)
    try {
      visit((await call('openBillingPortal', {})).url)
    } catch (error) {
      toastError(errorText(error))
      setBusy(false)
    }
  }
  return (
    <Button variant="default" size="sm" loading={isBusy} onClick={() => void open()}>
      Cards and invoices
    </Button>
  )
}
