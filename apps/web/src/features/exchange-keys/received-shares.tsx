import { Button } from '@mantine/core'
import type { ReceivedShare } from '@tradeloom/contracts'
import { venueName } from '@tradeloom/domain'
import { type ReactElement, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { AccountType } from '../../entities/accounts/account-type.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { toastError } from '../../ui/toast.ts'
import classes from './exchange-keys.module.css'

interface ReceivedSharesProps {
  readonly shares: readonly ReceivedShare[]
  readonly onChanged: () => Promise<void>
}

/** Accounts of others that the user may see, and invitations to them. */
export function ReceivedShares({ shares, onChanged }: ReceivedSharesProps): ReactElement | null {
  const [isBusy, setBusy] = useState(false)
  if (shares.length === 0) return null
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      toastError(errorText(error))
    } finally {
      await onChanged()
      setBusy(false)
    }
  }
  const leave = async ({ id, owner, broker, type }: ReceivedShare): Promise<void> => {
    const which =
      type === 'paper' ? `the paper account of ${owner}` : `the accounts of ${owner} on ${venueName(broker)}`
    const text = `You no longer see ${which}. Your sessions there stop, and your orders that wait to open a position are canceled.`
    const question = { title: 'Leave shared accounts', text, confirm: 'Leave', isDestructive: true }
    if (await askToConfirm(question)) await run(() => call('endShare', { params: { id } }))
  }
  return (
    <section aria-label="Shared with you">
      <h4>Shared with you</h4>
      <ul className={classes['list']}>
        {shares.map((share) => {
          const { id, owner, broker, type, role, isAccepted } = share
          return (
            <li key={id} className={classes['share']}>
              <strong>{owner}</strong>
              {type === 'paper' ? null : <span>{venueName(broker)}</span>}
              <AccountType type={type} />
              <span className={classes['facts']}>as {role}</span>
              {isAccepted ? (
                <Button variant="default" size="compact-sm" disabled={isBusy} onClick={() => void leave(share)}>
                  Leave
                </Button>
              ) : (
                <>
                  <Button
                    size="compact-sm"
                    disabled={isBusy}
                    onClick={() => void run(() => call('acceptShare', { params: { id } }))}
                  >
                    Accept
                  </Button>
                  <Button
                    variant="default"
                    size="compact-sm"
                    disabled={isBusy}
                    onClick={() => void run(() => call('endShare', { params: { id } }))}
                  >
                    Decline
                  </Button>
                </>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
