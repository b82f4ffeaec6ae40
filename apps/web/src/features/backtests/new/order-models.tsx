import type { ReactElement } from 'react'
import { type Choice, ChoiceField, FieldGroup, NumberField, type PriceFieldsProps } from './model-inputs.tsx'
import type { ModelsDraft } from './models-draft.ts'
import { SpreadTable } from './spread-table.tsx'

const PRICES: readonly Choice<ModelsDraft['prices']>[] = [
  { value: 'both', label: 'Bid and ask as they are', hint: 'Buys at the ask, sells at the bid: the spread is paid.' },
  { value: 'bid', label: 'Bid for both sides', hint: 'No spread is paid: results are better than real ones.' },
  { value: 'ask', label: 'Ask for both sides', hint: 'No spread is paid: results are better than real ones.' },
  { value: 'mid', label: 'Middle for both sides', hint: 'No spread is paid: results are better than real ones.' },
]

const SPREADS: readonly Choice<ModelsDraft['spread']>[] = [
  {
    value: 'data',
    label: 'None',
    hint: 'Bid and ask are the one price of the data: results are better than real ones.',
  },
  { value: 'fixed', label: 'The same at all times', hint: 'Trades lie in the middle between bid and ask.' },
  { value: 'hourly', label: 'By hour of the week', hint: 'Nights and weekends are wider than the middle of the day.' },
]

const QUOTED: readonly Choice<ModelsDraft['spread']>[] = [{ value: 'data', label: 'As in the data', hint: '' }]

const PATHS: readonly Choice<ModelsDraft['path']>[] = [
  {
    value: 'adaptive',
    label: 'Nearer extreme first',
    hint: 'From the open to the nearer of high and low, then across.',
  },
  { value: 'ohlc', label: 'Open, high, low, close', hint: 'Every minute goes up first: good for long targets.' },
  { value: 'olhc', label: 'Open, low, high, close', hint: 'Every minute goes down first: good for short targets.' },
  { value: 'worst', label: 'Worse extreme first', hint: 'Where stop and target share a minute, the stop is hit.' },
]

const LIMIT_FILLS: readonly Choice<ModelsDraft['limitFill']>[] = [
  { value: 'through', label: 'When traded through', hint: 'The price must go beyond the limit: careful.' },
  { value: 'touch', label: 'When touched', hint: 'The price needs to reach the limit only: hopeful.' },
  {
    value: 'probability',
    label: 'By chance when touched',
    hint: 'A touch fills as often as said, traded through always.',
  },
]

/** What the market's prices are taken for, and how orders meet them. */
export function OrderModels(props: PriceFieldsProps): ReactElement {
  const { draft, isOnePrice, onChange } = props
  return (
    <>
      <FieldGroup title="Prices and bars">
        <ChoiceField label="Prices" choices={PRICES} value={draft.prices} onChange={(prices) => onChange({ prices })} />
        <ChoiceField
          label="Way through a minute bar"
          choices={PATHS}
          value={draft.path}
          onChange={(path) => onChange({ path })}
        />
        <ChoiceField
          label="Spread"
          choices={isOnePrice ? SPREADS : QUOTED}
          value={isOnePrice ? draft.spread : 'data'}
          unused={isOnePrice ? undefined : 'Bid and ask of this instrument are known for each moment.'}
          onChange={(spread) => onChange({ spread })}
        />
        {isOnePrice && draft.spread === 'fixed' ? (
          <NumberField
            {...props}
            name="spreadPips"
            label="Spread"
            unit="pips"
            step={0.1}
            hint="Distance of ask and bid."
          />
        ) : null}
        {isOnePrice && draft.spread === 'hourly' ? <SpreadTable {...props} /> : null}
      </FieldGroup>
      <FieldGroup title="Orders">
        <ChoiceField
          label="Limit orders fill"
          choices={LIMIT_FILLS}
          value={draft.limitFill}
          onChange={(limitFill) => onChange({ limitFill })}
        />
        {draft.limitFill === 'probability' ? (
          <NumberField
            {...props}
            name="fillPercent"
            label="Fills of touches"
            unit="%"
            step={5}
            hint="Drawn with the seed: the same run fills the same orders."
          />
        ) : (
          <span />
        )}
        <NumberField
          {...props}
          name="latencyMs"
          label="Latency"
          unit="ms"
          step={50}
          hint="Orders, changes and cancellations arrive so much later."
        />
        <NumberField
          {...props}
          name="staleSeconds"
          label="Stale price guard"
          unit="s"
          step={5}
          hint="Market orders without a price for so long are cancelled; 0 waits."
        />
      </FieldGroup>
    </>
  )
}
