import { Button, Popover } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type ComponentType, type ReactElement, useState } from 'react'
import type { ChartSource } from '../../../charts/price-chart/chart-source.ts'
import { loadModule } from '../../../ui/load-module.ts'
import type { CalendarProps } from './calendar.tsx'
import { ToolLabel } from './tool-label.tsx'

interface GoToDateProps {
  readonly source: Pick<ChartSource, 'start' | 'end'>
  /** UTC milliseconds. */
  readonly onGo: (time: number) => void
}

/** Brings a day into view. The calendar is loaded with its first use, and takes the focus when it opens. */
export function GoToDate({ source, onGo }: GoToDateProps): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const [Calendar, setCalendar] = useState<ComponentType<CalendarProps> | null>(null)
  const toggle = async (): Promise<void> => {
    const loaded = Calendar ?? (await loadModule(async () => (await import('./calendar.tsx')).Calendar))
    setCalendar(() => loaded)
    setOpen(!isOpen)
  }
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
          title="Go to"
          leftSection={<IconCalendar size={14} aria-hidden />}
          onClick={() => void toggle()}
        >
          <ToolLabel>Go to</ToolLabel>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Go to a date (UTC)">
        {Calendar === null ? null : <Calendar source={source} onDay={go} />}
      </Popover.Dropdown>
    </Popover>
  )
}
