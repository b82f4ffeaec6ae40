import { Stack } from '@mantine/core'
import type { Breakdowns } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { ProfitBars } from '../../charts/profit-bars.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import classes from './backtest-result.module.css'

const hourText = (key: string): string => `${key}:00`
const tagText = (key: string): string => (key === '' ? 'No tag' : key)
const directionText = (key: string): string => (key === 'LONG' ? 'Long' : 'Short')

/** Profit by tag, instrument, hour and weekday of opening, holding time and side. */
export function GroupsPanel({ breakdowns }: { readonly breakdowns: Breakdowns }): ReactElement {
  const { byHour, byWeekday, byDuration, byInstrument, byDirection, byTag } = breakdowns
  return (
    <Panel title="Where the profit comes from" detail="Closed positions by opening time, UTC" flush>
      {byHour.length === 0 ? (
        <EmptyState title="No closed positions" text="There is nothing to group." />
      ) : (
        <div className={classes['groups']}>
          <div>
            <ProfitBars by="Hour" groups={byHour} field="breakdowns.byHour" nameOf={hourText} />
          </div>
          <Stack gap={14}>
            {byTag === undefined ? null : (
              <ProfitBars by="Tag" groups={byTag} field="breakdowns.byTag" nameOf={tagText} />
            )}
            {byInstrument.length > 1 ? (
              <ProfitBars by="Instrument" groups={byInstrument} field="breakdowns.byInstrument" />
            ) : null}
            <ProfitBars by="Weekday" groups={byWeekday} field="breakdowns.byWeekday" />
            <ProfitBars by="Held for" groups={byDuration} field="breakdowns.byDuration" />
            <ProfitBars by="Side" groups={byDirection} field="breakdowns.byDirection" nameOf={directionText} />
          </Stack>
        </div>
      )}
    </Panel>
  )
}
