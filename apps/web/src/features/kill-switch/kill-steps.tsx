import { Alert, Stack, Text } from '@mantine/core'
import type { KillAccount } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { accountName } from './account-name.ts'
import type { KillStep } from './doors.ts'
import classes from './kill-form.module.css'
import { ON_PAPER, SILENT, STALE } from './kill-texts.ts'
import type { Kill } from './use-kill.ts'

interface KillStepsProps {
  readonly accounts: readonly KillAccount[]
  readonly kill: Kill
}

/** How far each account is. */
export function KillSteps({ accounts, kill }: KillStepsProps): ReactElement {
  const { asked, progress, state, isFlat } = kill
  const meant = accounts.filter(({ id }) => asked?.accounts === 'all' || asked?.accounts.includes(id))
  const steps = new Map(progress?.accounts.map((step) => [step.accountId, step]))
  // What the guardian closes, and what it has not heard of yet.
  const shown = progress?.isComplete === true ? meant.filter(({ id }) => steps.has(id)) : meant
  const isWaiting = (id: string): boolean => (steps.get(id)?.step ?? 'waiting') === 'waiting'
  const isPaperWaiting =
    progress?.isComplete === false && shown.some(({ id, type }) => type === 'paper' && isWaiting(id))
  return (
    <Stack gap="sm" aria-live="polite">
      {state === 'silent' || state === 'unread' ? (
        <Alert color="red" role="alert">
          {SILENT}
        </Alert>
      ) : null}
      {state === 'refused' ? (
        <Alert color="red" role="alert">
          {STALE}
        </Alert>
      ) : null}
      <div>
        {shown.map((account) => (
          <div className={classes['step']} key={account.id}>
            <Text size="sm">{accountName(account)}</Text>
            <Text size="sm" fw={600}>
              {stepText(steps.get(account.id), kill)}
            </Text>
          </div>
        ))}
      </div>
      {isPaperWaiting ? <Text size="sm">{ON_PAPER}</Text> : null}
      {isFlat ? (
        <Text size="sm" fw={600}>
          {shown.length === 0 ? 'Nothing was open' : 'Everything is closed'}
        </Text>
      ) : null}
    </Stack>
  )
}

function stepText(step: KillStep | undefined, { state, progress }: Kill): string {
  const after = (at: number | null): string => {
    const from = progress?.at ?? null
    return at === null || from === null ? '' : ` after ${(Math.max(0, at - from) / 1000).toFixed(1)} s`
  }
  switch (step?.step) {
    case 'flat':
      return `Flat${after(step.flatAt)}`
    case 'raised':
      return `Being closed${after(step.raisedAt)}`
    case 'waiting':
      return 'Waits for the database'
    case undefined:
      return state === 'asking' || state === 'silent' || state === 'refused' ? 'Asking' : 'Requested'
  }
}
