import { SegmentedControl } from '@mantine/core'
import type { Optimization } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { metricTitle } from './metric-name.ts'

const PAIRS = [
  [1, 0],
  [2, 0],
  [2, 1],
] as const

interface ObjectivePairProps {
  readonly objectives: Optimization['objectives']
  readonly pair: readonly [number, number]
  readonly onChange: (pair: readonly [number, number]) => void
}

/** Which two of three objectives a chart shows. */
export function ObjectivePair({ objectives, pair, onChange }: ObjectivePairProps): ReactElement {
  const title = (place: number): string => metricTitle(objectives[place]?.metric ?? '')
  return (
    <SegmentedControl
      size="xs"
      aria-label="Objectives"
      data={PAIRS.map(([x, y], i) => ({ value: String(i), label: `${title(y)} / ${title(x)}` }))}
      value={String(PAIRS.findIndex(([x, y]) => x === pair[0] && y === pair[1]))}
      onChange={(value) => onChange(PAIRS[Number(value)] ?? PAIRS[0])}
    />
  )
}
