import { Select } from '@mantine/core'
import { type ReactElement, useMemo } from 'react'
import { type MarketPair, pairName } from './shown-pair.ts'

interface PairSelectProps {
  readonly pairs: readonly MarketPair[]
  readonly value: string
  readonly onChange: (pair: string) => void
}

const FOLLOWING = { value: '', label: 'Of the top list' }
/** A list of all would be too long to be drawn: a search finds the others. */
const MAX_SHOWN = 100

/** Chooses the two markets that are compared. */
export function PairSelect({ pairs, value, onChange }: PairSelectProps): ReactElement {
  // Of hundreds of coins, while the panel draws several times a second.
  const data = useMemo(
    () => [FOLLOWING, ...pairs.map((pair) => ({ value: `${pair.sell.id}||${pair.buy.id}`, label: pairName(pair) }))],
    [pairs],
  )
  return (
    <Select
      size="xs"
      aria-label="Markets"
      searchable
      allowDeselect={false}
      limit={MAX_SHOWN}
      nothingFoundMessage="No matches"
      maw={190}
      comboboxProps={{ width: 'max-content', position: 'bottom-end' }}
      data={data}
      value={value}
      onChange={(pair) => onChange(pair ?? '')}
    />
  )
}
