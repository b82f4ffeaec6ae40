import '@mantine/dates/styles.layer.css'
import { DatePicker } from '@mantine/dates'
import type { ReactElement } from 'react'
import type { ChartSource } from '../../../charts/price-chart/chart-source.ts'

export interface CalendarProps {
  readonly source: Pick<ChartSource, 'start' | 'end'>
  readonly onDay: (day: string | null) => void
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The days of a chart. */
export function Calendar({ source, onDay }: CalendarProps): ReactElement {
  return (
    <DatePicker
      size="xs"
      firstDayOfWeek={1}
      minDate={dayOf(source.start)}
      maxDate={dayOf(source.end - 1)}
      defaultDate={dayOf(source.end - 1)}
      value={null}
      onChange={onDay}
    />
  )
}
