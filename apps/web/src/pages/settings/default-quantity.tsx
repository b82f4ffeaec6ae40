import { NumberInput, SegmentedControl, Text } from '@mantine/core'
import { type ReactElement, useState } from 'react'
import { MAX_ORDER_VALUE, QUANTITY_RULE } from '../../entities/settings/quantity-rule.ts'
import { useSetting } from '../../entities/settings/use-setting.ts'
import classes from './default-quantity.module.css'

const RULES = [
  { value: 'percent', label: 'Percent of equity' },
  { value: 'value', label: 'Order value' },
] as const
const USUAL = { percent: 2, value: 500 } as const
const NOTES = {
  percent: 'What this part of your equity pays for, with margin, fee and spread.',
  value: 'An order of this value, in the currency of your account.',
} as const

/** How much an order begins with where no quantity was typed before. */
export function DefaultQuantity(): ReactElement {
  const [rule, setRule] = useSetting(QUANTITY_RULE)
  const kind = rule.rule
  const amount = rule.rule === 'percent' ? rule.percent : rule.value
  const change = (to: string, value: number): void =>
    setRule(to === 'percent' ? { rule: to, percent: value } : { rule: 'value', value })
  return (
    <div>
      <Text size="sm" fw={500} id="quantity-label" mb={4}>
        Default quantity
      </Text>
      <div className={classes['row']}>
        <SegmentedControl
          aria-labelledby="quantity-label"
          data={[...RULES]}
          value={kind}
          onChange={(to) => change(to, USUAL[to])}
        />
        <Amount key={`${kind} ${amount}`} kind={kind} amount={amount} onChange={(value) => change(kind, value)} />
      </div>
      <Text size="xs" c="dimmed" mt={4}>
        {NOTES[kind]} Rounded down to the lot size. Each instrument then keeps the quantity you last used.
      </Text>
    </div>
  )
}

interface AmountProps {
  readonly kind: 'percent' | 'value'
  readonly amount: number
  readonly onChange: (amount: number) => void
}

/** Stored when it is complete, not with each digit. */
function Amount({ kind, amount, onChange }: AmountProps): ReactElement {
  const [typed, setTyped] = useState<string | number>(amount)
  const most = kind === 'percent' ? 100 : MAX_ORDER_VALUE
  const value = Number(typed)
  const isValid = typed !== '' && value > 0 && value <= most
  const keep = (): void => {
    if (isValid && value !== amount) onChange(value)
    else if (!isValid) setTyped(amount)
  }
  return (
    <NumberInput
      aria-label={kind === 'percent' ? 'Percent of equity' : 'Order value'}
      className={classes['amount'] ?? ''}
      value={typed}
      onChange={setTyped}
      onBlur={keep}
      onKeyDown={(event) => event.key === 'Enter' && keep()}
      error={!isValid}
      allowNegative={false}
      thousandSeparator=","
      decimalScale={2}
      suffix={kind === 'percent' ? '%' : ''}
      hideControls
    />
  )
}
