import { Checkbox, Select } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactElement } from 'react'
import { type ImportValues, openSymbols } from './import-fields.ts'

const DAY_ORDERS = [
  { value: 'dmy', label: 'Day, month, year' },
  { value: 'mdy', label: 'Month, day, year' },
]
const DECIMAL_SIGNS = [
  { value: 'comma', label: 'Comma (1,5)' },
  { value: 'dot', label: 'Dot (1.5)' },
]

/** What the files leave open: which of their symbols is meant, and how their dates and numbers are written. */
export function FileQuestions({ form }: { readonly form: UseFormReturnType<ImportValues> }): ReactElement {
  const { values, errors } = form
  const { mapping, open, symbol } = values
  const symbols = openSymbols(values)
  const [own = ''] = values.instrumentId.trim().split(':')
  const choose = (key: 'dayOrder' | 'decimal', value: string | null): void => {
    form.setFieldValue('mapping', { ...mapping, [key]: value ?? '' })
    form.clearFieldError(key)
  }
  return (
    <>
      {symbols.length > 1 ? (
        <Select
          label="Symbol in the files"
          description="The files have several symbols. One of them is imported."
          placeholder="Choose a symbol"
          searchable
          data={[...symbols]}
          {...form.getInputProps('symbol')}
          value={symbol === '' ? null : symbol}
        />
      ) : null}
      {symbols.length === 1 ? (
        <Checkbox
          label={`The file is of ${symbols[0]}. Import it as ${own}`}
          error={errors['symbol']}
          checked={symbol === symbols[0]}
          onChange={(event) => {
            form.setFieldValue('symbol', event.currentTarget.checked ? (symbols[0] ?? '') : '')
          }}
        />
      ) : null}
      {open.asks.includes('dayOrder') ? (
        <Select
          label="Order of day and month"
          description="Every date in the files can be read both ways."
          placeholder="Choose an order"
          data={DAY_ORDERS}
          value={mapping['dayOrder'] || null}
          onChange={(value) => choose('dayOrder', value)}
          error={errors['dayOrder']}
        />
      ) : null}
      {open.asks.includes('decimal') ? (
        <Select
          label="Decimal sign"
          description="Every price in the files can be read both ways."
          placeholder="Choose a sign"
          data={DECIMAL_SIGNS}
          value={mapping['decimal'] || null}
          onChange={(value) => choose('decimal', value)}
          error={errors['decimal']}
        />
      ) : null}
    </>
  )
}
