import { type FundingRates, readFundingRates } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { formatMinute, formatPlain } from '../../../ui/format.ts'
import type { ModelFieldsProps } from './model-inputs.tsx'
import { TableInput } from './table-input.tsx'

/** Known funding rates, from a file of the exchange. */
export function FundingTable({ draft, errors, onChange }: ModelFieldsProps): ReactElement {
  return (
    <TableInput
      label="Known funding rates"
      hint="CSV with the header time,rate: UTC times as ISO 8601 or milliseconds, rates as fractions (0.0001 is 0.01 %)."
      placeholder={'time,rate\n2024-02-01T00:00Z,0.0001\n2024-02-01T08:00Z,0.00012'}
      read={readFundingRates}
      error={errors.fundingRates}
      onChange={(fundingRates) => onChange({ fundingRates })}
      shown={draft.fundingRates === null ? null : <span className="num">{ratesText(draft.fundingRates)}</span>}
    />
  )
}

function ratesText(rates: FundingRates): string {
  const shares = rates.map(([, rate]) => rate * 100)
  const [least, most] = [Math.min(...shares), Math.max(...shares)].map((share) => formatPlain(share, 4))
  const span = `${formatMinute(rates[0]?.[0])} to ${formatMinute(rates.at(-1)?.[0])}`
  return `${formatPlain(rates.length)} ${rates.length === 1 ? 'rate' : 'rates'}, ${span}, ${least} to ${most} %`
}
