import { Button, Group, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { NOT_ENOUGH_MARGIN } from '@tradeloom/domain/orders'
import type { FormEvent, KeyboardEvent, ReactElement } from 'react'
import { FailureAlert } from '../entry/failure-alert.tsx'
import { ConfirmChart } from './confirm-chart.tsx'
import { closeConfirmation, type PendingTrade } from './confirm-state.ts'
import { titleOf } from './confirm-title.ts'
import classes from '../entry/confirm-trade.module.css'
import { LEVEL_KINDS, LevelInput, type LevelKind } from '../../../entities/positions/level-input.tsx'
import { LiveBar } from '../../../entities/accounts/live-bar.tsx'
import { NumberInput } from '../entry/number-input.tsx'
import { QuantityShares } from '../entry/quantity-shares.tsx'
import { TradePreview } from '../entry/trade-preview.tsx'
import { useConfirm } from './use-confirm.ts'

/** Enter trades on the button that says so, and nowhere else. */
function stopEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}

/** Stops, preview and the button that trades. What is sent is checked again with the newest price. */
export function ConfirmForm({ trade }: { readonly trade: PendingTrade }): ReactElement {
  const { instrument, side } = trade
  const { account, draft, known, problem, failure, isSending, submit, ...fields } = useConfirm(trade)
  const isNarrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    submit()
  }
  const messageFor = (kind: LevelKind): string | null => (problem?.field === kind ? problem.message : null)
  const hasField = problem?.field === 'quantity' || LEVEL_KINDS.some((kind) => kind === problem?.field)
  const general = problem !== null && !hasField ? problem.message : null
  return (
    <form onSubmit={onSubmit} onKeyDown={stopEnter}>
      <Stack gap="sm">
        <LiveBar accounts={account === null ? [] : [account]} />
        <ConfirmChart instrument={instrument} side={side} draft={draft} />
        <div className={classes['columns']}>
          <Stack gap="xs">
            <Stack gap={6}>
              <NumberInput
                label="Quantity"
                unit={instrument.dealt}
                text={fields.quantityTyped}
                // The preview says how much is missing.
                problem={
                  problem?.field === 'quantity' && problem.message !== NOT_ENOUGH_MARGIN ? problem.message : null
                }
                isLocked={fields.isLocked}
                onText={fields.setQuantity}
              />
              <QuantityShares
                instrument={instrument}
                draft={draft}
                account={account}
                known={known}
                isLocked={fields.isLocked}
                onQuantity={fields.setQuantity}
              />
            </Stack>
            {LEVEL_KINDS.map((kind) => (
              <LevelInput
                key={kind}
                kind={kind}
                side={side}
                text={fields.texts[kind]}
                reading={fields.readings[kind]}
                instrument={instrument}
                currency={account?.currency ?? instrument.quote}
                problem={messageFor(kind)}
                unread={fields.unread[kind]}
                isLocked={fields.isLocked}
                onText={(text) => fields.setText(kind, text)}
                onBlur={() => fields.leave(kind)}
              />
            ))}
          </Stack>
          <TradePreview
            instrument={instrument}
            draft={draft}
            account={account}
            known={known}
            problem={general}
            onQuantity={fields.isLocked ? null : fields.setQuantity}
          />
        </div>
        <FailureAlert failure={failure} />
        <Group justify="flex-end" className={classes['buttons']}>
          <Button variant="default" data-autofocus onClick={() => closeConfirmation(trade.key)} fullWidth={isNarrow}>
            Cancel
          </Button>
          <Button
            type="submit"
            className={classes['trade']}
            data-side={side}
            data-account={account?.type}
            disabled={problem !== null}
            loading={isSending}
            fullWidth={isNarrow}
          >
            {account?.type === 'live' ? `Trade: ${titleOf(trade)}` : 'Trade'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
