import { type FundingRates, readFundingRates } from '@tradeloom/contracts'
import { extent } from 'd3-array'
import type { ReactElement } from 'react'
import { formatCount, formatMinute, formatPlain } from '../../../ui/format.ts'
import type { TableFieldProps } from './table-field.ts'
import { TableInput } from './table-input.tsx'

/** Known funding rates, from a file of the exchange. */
export function FundingTable({ models, table, error }: TableFieldProps): ReactElement {
  const { form } = models
  const rows = form.values.tables.fundingRates
  return (
    <TableInput
      label={table.title}
      hint={table.help}
      placeholder={'time,rate\n2024-02-01T00:00Z,0.0001\n2024-02-01T08:00Z,0.00012'}
      read={readFundingRates}
      error={error}
      onChange={(fundingRates) => form.setFieldValue('tables.fundingRates', fundingRates)}
      shown={rows === null ? null : <span className="num">{ratesText(rows)}</span>}
    />
  )
}

function ratesText(rates: FundingRates): string {
  const shares = rates.map(([, rate]) => rate * 100)
  const [min, max] = extent(shares).map((share) => formatPlain(share, 4))
  const span = `${formatMinute(rates[0]?.[0])} to ${formatMinute(rates.at(-1)?.[0])}`
  return `${formatCount(rates.length, 'rate')}, ${span}, ${min}% to ${max}%`
}
