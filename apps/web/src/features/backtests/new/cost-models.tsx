import type { ReactElement } from 'react'
import { FundingTable } from './funding-table.tsx'
import { SwapTable } from './swap-table.tsx'
import { type Choice, ChoiceField, FieldGroup, type ModelFieldsProps, NumberField } from './model-inputs.tsx'
import type { ModelsDraft, NumberKey } from './models-draft.ts'

const SLIPPAGE: readonly Choice<ModelsDraft['slippage']>[] = [
  { value: 'fixed', label: 'The same on each fill', hint: 'Market and stop orders fill worse by so much.' },
  { value: 'random', label: 'Drawn for each fill', hint: 'A normal draw, never in your favour, repeated by the seed.' },
]

const COMMISSION: readonly {
  name: NumberKey
  label: string
  unit: string
  step: number
  hint: string
}[] = [
  { name: 'perLot', label: 'Commission per lot', unit: 'USD', step: 0.5, hint: 'For 100,000 units, on each fill.' },
  { name: 'percent', label: 'Commission', unit: '% of value', step: 0.01, hint: 'Of the value of each fill.' },
  {
    name: 'makerPercent',
    label: 'Makers on top',
    unit: '% of value',
    step: 0.01,
    hint: 'For orders that waited at their price; below 0 is a rebate.',
  },
  {
    name: 'takerPercent',
    label: 'Takers on top',
    unit: '% of value',
    step: 0.01,
    hint: "For orders that took the market's price.",
  },
  { name: 'minimum', label: 'Least commission', unit: 'USD', step: 0.5, hint: 'Of a fill that is charged at all.' },
]

const SWAP: readonly Choice<ModelsDraft['swap']>[] = [
  { value: 'none', label: 'None', hint: 'Positions are held over night for nothing.' },
  { value: 'pips', label: 'Pips a night', hint: 'At 17:00 New York, daylight saving included.' },
  { value: 'percent', label: 'Per cent a year', hint: 'Of the value, each night a 360th, at 17:00 New York.' },
]

const SWAP_BY: readonly Choice<ModelsDraft['swapBy']>[] = [
  { value: 'rate', label: 'One for all days', hint: 'The same rates every night.' },
  { value: 'days', label: 'By day', hint: "The broker's rates of each day, from a file." },
]

const WEEKDAYS: readonly Choice<ModelsDraft['tripleWeekday']>[] = [
  { value: 'none', label: 'None', hint: 'Every night counts once.' },
  ...(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const).map((label, at) => ({
    value: String(at + 1) as ModelsDraft['tripleWeekday'],
    label,
    hint: 'This night counts three times, for the weekend.',
  })),
  { value: '6', label: 'Saturday', hint: 'This night counts three times.' },
  { value: '0', label: 'Sunday', hint: 'This night counts three times.' },
]

const FUNDING: readonly Choice<ModelsDraft['funding']>[] = [
  { value: 'none', label: 'None', hint: 'The instrument is no perpetual.' },
  { value: 'rate', label: 'At one rate', hint: 'Long positions pay a positive rate, short ones get it.' },
  { value: 'times', label: 'At known rates', hint: "The exchange's rate of each payment, from a file." },
]

/** What a fill costs, and what it costs to hold. */
export function CostModels(props: ModelFieldsProps): ReactElement {
  const { draft, onChange } = props
  return (
    <>
      <FieldGroup title="Costs of a fill">
        <ChoiceField
          label="Slippage"
          choices={SLIPPAGE}
          value={draft.slippage}
          onChange={(slippage) => onChange({ slippage })}
        />
        {draft.slippage === 'fixed' ? (
          <NumberField
            {...props}
            name="slippagePips"
            label="Slippage"
            unit="pips"
            step={0.1}
            hint="Limits and targets never slip."
          />
        ) : (
          <>
            <NumberField {...props} name="slippageMean" label="Mean" unit="pips" step={0.1} hint="Of all fills." />
            <NumberField
              {...props}
              name="slippageDeviation"
              label="Deviation"
              unit="pips"
              step={0.1}
              hint="Two of three fills lie within one deviation."
            />
          </>
        )}
        {COMMISSION.map((field) => (
          <NumberField key={field.name} {...props} {...field} />
        ))}
      </FieldGroup>
      <FieldGroup title="Holding">
        <ChoiceField label="Swap" choices={SWAP} value={draft.swap} onChange={(swap) => onChange({ swap })} />
        {draft.swap === 'none' ? null : <SwapNumbers {...props} />}
        <ChoiceField
          label="Funding"
          choices={FUNDING}
          value={draft.funding}
          onChange={(funding) => onChange({ funding })}
        />
        {draft.funding === 'none' ? null : (
          <>
            <NumberField
              {...props}
              name="fundingPercent"
              label={draft.funding === 'times' ? 'Rate where none is known' : 'Funding rate'}
              unit="%"
              step={0.01}
              hint="Of the value, at each payment."
            />
            <NumberField
              {...props}
              name="fundingHours"
              label="Funding every"
              unit="h"
              step={1}
              hint="Counted from 00:00 UTC."
            />
            {draft.funding === 'times' ? <FundingTable {...props} /> : null}
          </>
        )}
      </FieldGroup>
    </>
  )
}

function SwapNumbers(props: ModelFieldsProps): ReactElement {
  const { draft, onChange } = props
  const unit = draft.swap === 'pips' ? 'pips' : '% a year'
  const before = draft.swapBy === 'days' ? ' before the first day' : ''
  return (
    <>
      <ChoiceField
        label="Swap rates"
        choices={SWAP_BY}
        value={draft.swapBy}
        onChange={(swapBy) => onChange({ swapBy })}
      />
      {draft.swapBy === 'days' ? <SwapTable {...props} /> : null}
      <ChoiceField
        label="Triple night"
        choices={WEEKDAYS}
        value={draft.tripleWeekday}
        onChange={(tripleWeekday) => onChange({ tripleWeekday })}
      />
      <NumberField
        {...props}
        name="swapLong"
        label={`Long${before}`}
        unit={unit}
        step={0.1}
        hint="Below 0 is paid, above 0 earned."
      />
      <NumberField
        {...props}
        name="swapShort"
        label={`Short${before}`}
        unit={unit}
        step={0.1}
        hint="Below 0 is paid, above 0 earned."
      />
    </>
  )
}
