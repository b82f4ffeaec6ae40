import { Select } from '@mantine/core'
import type { BacktestDetail } from '@tradeloom/contracts'
import type { ReactElement } from 'react'

interface MarketSelectProps {
  readonly result: Pick<BacktestDetail, 'instrumentId' | 'markets'>
  readonly value: string
  readonly onChange: (instrumentId: string) => void
}

/** Chooses among the instruments of a run; nothing for a run on one instrument. */
export function MarketSelect({ result, value, onChange }: MarketSelectProps): ReactElement | null {
  if (result.markets.length === 0) return null
  return (
    <Select
      aria-label="Instrument of the chart"
      size="xs"
      w={150}
      allowDeselect={false}
      data={[result.instrumentId, ...result.markets]}
      value={value}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
    />
  )
}
