import { Button, Group, Radio, Select, Stack, TextInput } from '@mantine/core'
import type { TradingAccount } from '@tradeloom/contracts'
import { ATTEMPT_POLICIES, type AttemptPolicy } from '@tradeloom/domain/arbitrage'
import type { FormEvent, ReactElement } from 'react'
import { SimulatedBadge } from '../../../ui/badges.tsx'
import { type AttemptTexts, problemsOf } from './attempt-draft.ts'
import { AttemptExpectation } from './attempt-expectation.tsx'
import { accountText, type AttemptParts } from './attempt-parts.ts'
import { POLICIES } from './attempt-texts.ts'
import classes from './attempts.module.css'

interface AttemptFormProps extends AttemptParts {
  readonly texts: AttemptTexts
  readonly offered: Readonly<Record<'buy' | 'sell', readonly TradingAccount[]>>
  readonly onAccount: (side: 'buy' | 'sell', id: string) => void
  readonly onTexts: (changes: Partial<AttemptTexts>) => void
  readonly onPolicy: (policy: AttemptPolicy) => void
  readonly onRefresh: () => void
  readonly onNext: () => void
}

/** Both orders side by side, and what becomes of one if the other one fails. */
export function AttemptForm(props: AttemptFormProps): ReactElement {
  const { markets, numbers, policy, accounts, texts, onTexts } = props
  const { sell, buy } = markets
  const problems = problemsOf(numbers, markets)
  const isReady = Object.keys(problems).every((name) => policy !== 'keep' && name.endsWith('Stop'))
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (isReady) props.onNext()
  }
  const field = (name: keyof AttemptTexts, label: string, unit: string, description?: string): ReactElement => (
    <TextInput
      size="sm"
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      rightSection={<span className="muted">{unit}</span>}
      rightSectionWidth={56}
      rightSectionPointerEvents="none"
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      value={texts[name]}
      error={problems[name]}
      onChange={({ currentTarget: { value } }) => onTexts({ [name]: value })}
    />
  )
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        {buy.simulated || sell.simulated ? (
          <div>
            <SimulatedBadge />
          </div>
        ) : null}
        {field('quantity', 'Quantity of both orders', buy.dealt)}
        <div className={classes['legs']}>
          {(['buy', 'sell'] as const).map((side) => (
            <fieldset key={side} className={classes['leg']}>
              <legend>
                {side === 'buy' ? 'Buy' : 'Sell'} {markets[side].displaySymbol} on {markets[side].exchangeName}
              </legend>
              <Select
                size="sm"
                label="Account"
                allowDeselect={false}
                data={props.offered[side].map((one) => ({ value: one.id, label: accountText(one) }))}
                value={accounts[side].id}
                onChange={(id) => id !== null && props.onAccount(side, id)}
              />
              {field(
                side === 'buy' ? 'buyLimit' : 'sellLimit',
                side === 'buy' ? 'At most' : 'At least',
                markets[side].quote,
              )}
              {policy === 'keep'
                ? field(
                    side === 'buy' ? 'buyStop' : 'sellStop',
                    'Stop if kept',
                    markets[side].quote,
                    'Empty: where the maximum loss is reached',
                  )
                : null}
            </fieldset>
          ))}
        </div>
        {field('maxLoss', 'Maximum loss', accounts.buy.currency)}
        <Radio.Group
          size="sm"
          label="If one order fails"
          value={policy}
          onChange={(value) => props.onPolicy(value as AttemptPolicy)}
        >
          <Stack gap={6} mt={6}>
            {ATTEMPT_POLICIES.map((one) => (
              <Radio key={one} size="sm" value={one} label={POLICIES[one]} />
            ))}
          </Stack>
        </Radio.Group>
        <AttemptExpectation {...props} />
        <Group justify="space-between">
          <Button size="sm" variant="default" onClick={props.onRefresh}>
            Take prices of now
          </Button>
          <Button size="sm" type="submit" disabled={!isReady}>
            Review
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
