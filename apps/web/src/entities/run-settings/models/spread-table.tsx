import { Select } from '@mantine/core'
import { readSpreadByHour } from '@tradeloom/contracts'
import { venueName } from '@tradeloom/domain'
import { type ReactElement, useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { WeekGrid } from '../../../charts/week-grid.tsx'
import { toastError } from '../../../ui/toast.ts'
import type { TableFieldProps } from './table-field.ts'
import { TableInput } from './table-input.tsx'

/** The spread of each hour of the week: from a file, or learned from an instrument with quotes. */
export function SpreadTable({ models, table, error }: TableFieldProps): ReactElement {
  const { form, quoted } = models
  const rows = form.values.tables.spreadByHour
  const [isLearning, setLearning] = useState(false)
  const learn = async (instrumentId: string | null): Promise<void> => {
    if (instrumentId === null) return
    setLearning(true)
    try {
      const { byHour } = await call('learnSpread', { query: { instrumentId } })
      form.setFieldValue('tables.spreadByHour', byHour)
    } catch (error) {
      toastError(errorText(error))
    } finally {
      setLearning(false)
    }
  }
  return (
    <TableInput
      label={`${table.title} (pips)`}
      hint={table.help}
      placeholder={'hour,pips\n0,1.2\n1,1.2'}
      read={readSpreadByHour}
      error={error}
      onChange={(spreadByHour) => form.setFieldValue('tables.spreadByHour', spreadByHour)}
      shown={rows === null ? null : <WeekGrid values={rows} label="Spread by hour of the week, UTC" unit="pips" />}
      actions={
        quoted.length === 0 ? null : (
          <Select
            aria-label="Learn from the quotes of"
            placeholder={isLearning ? 'Reading quotes' : 'Learn from quotes of'}
            disabled={isLearning}
            searchable
            w={190}
            data={quoted.map(({ id, displaySymbol, broker }) => ({
              value: id,
              label: `${displaySymbol} ${venueName(broker)}`,
            }))}
            value={null}
            onChange={(id) => void learn(id)}
          />
        )
      }
    />
  )
}
