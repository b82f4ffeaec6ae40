import { Select } from '@mantine/core'
import { type Interval, isBarInterval } from '@tradeloom/domain'
import type { ReactElement } from 'react'
import { intervalLabel } from '../../../charts/price-chart/chart-interval.ts'
import type { Grouping } from '../../../charts/price-chart/controller-ports.ts'

interface IntervalSelectProps {
  readonly intervals: readonly Interval[]
  readonly value: Grouping
  /** The interval that `auto` has chosen. */
  readonly shown: Interval
  readonly onChange: (grouping: Grouping) => void
}

/** Chooses the bars of a chart, or leaves it to the span in view. */
export function IntervalSelect({ intervals, value, shown, onChange }: IntervalSelectProps): ReactElement {
  const auto = { value: 'auto', label: value === 'auto' ? `Auto: ${intervalLabel(shown)}` : 'Auto' }
  return (
    <Select
      size="xs"
      w={112}
      aria-label="Chart interval"
      allowDeselect={false}
      comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed', width: 'max-content' }}
      data={[auto, ...intervals.map((one) => ({ value: one, label: intervalLabel(one) }))]}
      value={value}
      onChange={(next) =>
        next !== null && (next === 'auto' || next === 'Tick' || isBarInterval(next)) && onChange(next)
      }
    />
  )
}
