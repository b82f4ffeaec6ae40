import { readSwapRates, type SwapRates } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { formatDay, formatPlain } from '../../../ui/format.ts'
import type { ModelFieldsProps } from './model-inputs.tsx'
import { TableInput } from './table-input.tsx'

/** Swap rates by day, from a file of the broker. */
export function SwapTable({ draft, errors, onChange }: ModelFieldsProps): ReactElement {
  return (
    <TableInput
      label="Rates by day"
      hint="CSV with the header day,long,short: days in New York, rates in the unit above. A rate holds until the next day that is given."
      placeholder={'day,long,short\n2024-02-01,-0.62,0.21\n2024-02-02,-0.64,0.2'}
      read={readSwapRates}
      error={errors.swapRates}
      onChange={(swapRates) => onChange({ swapRates })}
      shown={draft.swapRates === null ? null : <span className="num">{ratesText(draft.swapRates)}</span>}
    />
  )
}

function ratesText(rates: SwapRates): string {
  const span = `${formatDay(rates[0]?.[0])} to ${formatDay(rates.at(-1)?.[0])}`
  return `${formatPlain(rates.length)} ${rates.length === 1 ? 'day' : 'days'}, ${span}`
}
