import { Input, SegmentedControl, Text } from '@mantine/core'
import type { MarketInstrument } from '@tradeloom/contracts'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { dataRange, longBarLabel } from './run-period.ts'
import type { RunForm } from './use-run-form.ts'

interface ResolutionFieldProps {
  readonly form: RunForm
  readonly instrument: MarketInstrument | undefined
  readonly mayUseTicks: boolean
}

/** Minute bars or every tick; says why ticks cannot be chosen. */
export function ResolutionField({ form, instrument, mayUseTicks }: ResolutionFieldProps): ReactElement {
  const note = tickNote(instrument, mayUseTicks)
  // The dates stay: where they are outside the data of the resolution, their fields say so.
  const choose = (value: string): void => form.setFieldValue('resolution', value === '0' ? 0 : 1)
  const bars = {
    value: '1',
    label: longBarLabel(instrument) ?? 'Minute',
    disabled: instrument !== undefined && dataRange(instrument, 1) === null,
  }
  return (
    <div>
      <Input.Label component="div" labelElement="div" id="resolution-label">
        Resolution
      </Input.Label>
      <SegmentedControl
        fullWidth
        aria-labelledby="resolution-label"
        value={String(form.values.resolution)}
        onChange={choose}
        data={[bars, { value: '0', label: 'Every tick', disabled: note !== null }]}
      />
      {note === null ? null : (
        <Text size="xs" c="dimmed" mt={4}>
          {note}{' '}
          {mayUseTicks ? null : (
            <Link to="/pricing" className="underlined">
              Premium packages
            </Link>
          )}
        </Text>
      )}
    </div>
  )
}

function tickNote(instrument: MarketInstrument | undefined, mayUseTicks: boolean): string | null {
  if (!mayUseTicks) return 'Backtesting every tick is available with our premium packages.'
  return instrument !== undefined && dataRange(instrument, 0) === null ? 'This instrument has no tick data.' : null
}
