import { readSwapRates, type SwapRates } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { formatCount, formatDay } from '../../../ui/format.ts'
import type { TableFieldProps } from './table-field.ts'
import { TableInput } from './table-input.tsx'

/** Swap rates by day, from a file of the broker. */
export function SwapTable({ models, table, error }: TableFieldProps): ReactElement {
  const { form } = models
  const rows = form.values.tables.swapRates
  return (
    <TableInput
      label={table.title}
      hint={table.help}
      placeholder={'day,long,short\n2024-02-01,-0.62,0.21\n2024-02-02,-0.64,0.2'}
      read={readSwapRates}
      error={error}
      onChange={(swapRates) => form.setFieldValue('tables.swapRates', swapRates)}
      shown={rows === null ? null : <span className="num">{ratesText(rows)}</span>}
    />
  )
}

function ratesText(rates: SwapRates): string {
  const span = `${formatDay(rates[0]?.[0])} to ${formatDay(rates.at(-1)?.[0])}`
  return `${formatCount(rates.length, 'day')}, ${span}`
}
