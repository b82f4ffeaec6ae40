import { Button } from '@mantine/core'
import type { PremiumPackage, Subscription } from '@tradeloom/contracts'
import { type ReactElement, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { toastError } from '../../ui/toast.ts'
import { askForLogin } from '../../entities/user/auth-prompt.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { visit } from './visit.ts'

interface PackageButtonProps {
  readonly one: PremiumPackage
  /** Null for a visitor. */
  readonly subscription: Subscription | null
}

/** Buys a package, or changes to it: nothing where there is nothing to change. */
export function PackageButton({ one, subscription }: PackageButtonProps): ReactElement | null {
  const [isBusy, setBusy] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const wish = wishOf(one, subscription)
  if (wish === null) return null
  const buy = async (): Promise<void> => {
    if (subscription === null && !(await askForLogin('Please log in to buy a package'))) return
    setBusy(true)
    try {
      const body = { subscriptionId: one.id, stripePlanId: one.stripePlanId ?? '' }
      const { url } = await call('createPaymentSession', { body })
      visit(url)
    } catch (error) {
      toastError(errorText(error))
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        fullWidth
        size="sm"
        variant={wish === 'Upgrade' ? 'filled' : 'default'}
        loading={isBusy}
        aria-label={wish === 'Keep' ? `Keep ${one.name}` : `${wish} to ${one.name}`}
        data-package={one.id}
        onClick={() => (subscription?.packageId == null ? void buy() : setAsking(true))}
      >
        {wish}
      </Button>
      {isAsking ? <ChangeDialog target={one} onClose={() => setAsking(false)} /> : null}
    </>
  )
}

function wishOf(one: PremiumPackage, subscription: Subscription | null): 'Upgrade' | 'Downgrade' | 'Keep' | null {
  const paid = subscription?.packageId ?? null
  if (paid === null) return one.isForSale && one.id > (subscription?.grantedId ?? 0) ? 'Upgrade' : null
  if (one.id === paid) return subscription?.nextPackageId === null ? null : 'Keep'
  if (one.id === subscription?.nextPackageId) return null
  if (one.id < paid) return one.id === 0 || one.isForSale ? 'Downgrade' : null
  return one.isForSale ? 'Upgrade' : null
}
