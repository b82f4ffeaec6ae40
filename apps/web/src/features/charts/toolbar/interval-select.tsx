import { Select } from '@mantine/core'
import { type BarInterval, INTERVALS, isBarInterval } from '@tradeloom/domain'
import type { ReactElement } from 'react'
import type { Grouping } from '../../../charts/price-chart/price-controller.ts'

interface IntervalSelectProps {
  readonly intervals: readonly BarInterval[]
  readonly value: Grouping
  /** The interval that `auto` has chosen. */
  readonly shown: BarInterval
  readonly onChange: (grouping: Grouping) => void
}

/** Chooses the bars of a chart, or leaves it to the span in view. */
export function IntervalSelect({ intervals, value, shown, onChange }: IntervalSelectProps): ReactElement {
  const auto = { value: 'auto', label: value === 'auto' ? `Auto: ${INTERVALS[shown].label}` : 'Auto' }
  return (
    <Select
      size="xs"
      w={112}
      aria-label="Chart interval"
      allowDeselect={false}
      comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed', width: 'max-content' }}
      data={[auto, ...intervals.map((one) => ({ value: one, label: INTERVALS[one].label }))]}
      value={value}
      onChange={(next) => next !== null && (next === 'auto' || isBarInterval(next)) && onChange(next)}
    />
  )
}
