import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { MarketInstrument, TradingAccount, TradingOrder } from '@tradeloom/contracts'
import { tidy } from '@tradeloom/domain'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { FormEvent, ReactElement } from 'react'
import { formatNumber, formatPlain, NOTHING } from '../../../ui/format.ts'
import { accountName } from '../../../entities/accounts/account-levels.ts'
import { closeChange, type OrderField } from '../../../entities/orders/changed-order.ts'
import { priceText } from '../../../entities/positions/live-cells.tsx'
import classes from '../entry/confirm-trade.module.css'
import { NumberInput } from '../entry/number-input.tsx'
import { useOrderChange } from './use-order-change.ts'

interface OrderFormProps {
  readonly first: { readonly field: OrderField; readonly value: number | null }
  readonly order: TradingOrder
  readonly instrument: MarketInstrument
  readonly account: TradingAccount | undefined
}

const LABELS = { quantity: 'Quantity', limitPrice: 'Limit price', stopPrice: 'Stop price' } as const

/** The terms of an order, what they would tie up, and the button that sends them. */
export function OrderForm({ first, order, instrument, account }: OrderFormProps): ReactElement {
  const change = useOrderChange(order, { instrument, account, first })
  const { draft, failure, isAtOnce, isChanged, isLocked, margin, price, problem } = change
  const { precision } = instrument
  const currency = account?.currency ?? instrument.quote
  const value = tidy(draft.quantity * (draft.limitPrice ?? draft.stopPrice ?? NaN))
  const money = (amount: number | null, unit: string): string =>
    amount !== null && Number.isFinite(amount) ? `${formatNumber(amount)} ${unit}` : NOTHING
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    change.submit()
  }
  const general = problem?.field == null || !isField(problem.field) ? (problem?.message ?? null) : null
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        <Text size="sm" component="div">
          {order.filledQuantity > 0
            ? `${formatPlain(order.filledQuantity)} of ${formatPlain(order.quantity)} are filled. `
            : ''}
          {'Bid '}
          <strong className="num">{priceText(price?.bid ?? null, precision)}</strong>
          {', ask '}
          <strong className="num">{priceText(price?.ask ?? null, precision)}</strong>
          {account === undefined
            ? null
            : `. On ${accountName(account)}${account.type === 'live' ? ', with real money' : ''}.`}
        </Text>
        {change.fields.map((field) => (
          <NumberInput
            key={field}
            label={LABELS[field]}
            unit={field === 'quantity' ? instrument.dealt : instrument.quote}
            text={change.texts[field]}
            problem={problem?.field === field ? problem.message : null}
            isLocked={isLocked}
            hasFocus={field === first.field}
            onText={(text) => change.setText(field, text)}
          />
        ))}
        <dl className={`num ${classes['preview']}`}>
          <div className={classes['line']}>
            <dt>Value</dt>
            <dd>{instrument.contract === 'inverse' ? NOTHING : money(value, instrument.quote)}</dd>
          </div>
          <div className={classes['line']}>
            <dt>Margin for what is not filled</dt>
            <dd>{money(margin.after, currency)}</dd>
          </div>
        </dl>
        {isAtOnce ? (
          <Alert color="yellow" icon={<IconAlertTriangle size={16} aria-hidden />}>
            At this price the order is filled at once.
          </Alert>
        ) : null}
        {(failure ?? general) === null ? null : (
          <Alert role="alert" color="red" icon={<IconAlertTriangle size={16} aria-hidden />}>
            {failure ?? general}
          </Alert>
        )}
        <Group justify="flex-end" className={classes['buttons']}>
          <Button variant="default" onClick={closeChange}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isChanged || problem !== null} loading={change.isSending}>
            Change
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function isField(field: string): field is OrderField {
  return field in LABELS
}
