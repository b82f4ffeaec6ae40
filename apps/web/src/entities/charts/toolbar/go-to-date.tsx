import '@mantine/dates/styles.layer.css'
import { Button, Popover } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import type { ChartSource } from '../../../charts/price-chart/chart-source.ts'
import { ToolLabel } from './tool-label.tsx'

interface GoToDateProps {
  readonly source: Pick<ChartSource, 'start' | 'end'>
  /** UTC milliseconds. */
  readonly onGo: (time: number) => void
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Brings a day into view. */
export function GoToDate({ source, onGo }: GoToDateProps): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const go = (day: string | null): void => {
    if (day === null) return
    onGo(Math.min(Math.max(Date.parse(`${day}T00:00:00Z`), source.start), source.end - 1))
    setOpen(false)
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      trapFocus
      returnFocus
      withinPortal={false}
      floatingStrategy="fixed"
    >
      <Popover.Target>
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<IconCalendar size={14} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          <ToolLabel>Go to</ToolLabel>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Go to a date (UTC)">
        <DatePicker
          size="xs"
          firstDayOfWeek={1}
          minDate={dayOf(source.start)}
          maxDate={dayOf(source.end - 1)}
          defaultDate={dayOf(source.end - 1)}
          value={null}
          onChange={go}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
