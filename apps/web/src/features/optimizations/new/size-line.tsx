import { Text } from '@mantine/core'
import type { ReactElement } from 'react'
import { formatCount, formatDuration } from '../../../ui/format.ts'
import type { SearchSize } from './search-size.ts'

interface SizeLineProps {
  readonly size: SearchSize | null
  /** Walk-forward windows: each repeats the search. */
  readonly windowCount: number
  /** Estimated; null before the user has run an optimization. */
  readonly timeMs: number | null
}

/** Number of permutations and backtests, and how long they may take. */
export function SizeLine({ size, windowCount, timeMs }: SizeLineProps): ReactElement {
  const time =
    timeMs === null ? 'time unknown before the first optimization' : `about ${formatDuration(Math.max(1000, timeMs))}`
  return (
    <Text size="xs" c="dimmed" className="num" role="status">
      {size === null
        ? 'Number of combinations: –'
        : `${formatCount(size.permutations, 'combination')}, ${size.total < size.permutations ? 'at most ' : ''}${formatCount(size.total, 'backtest')}${windowCount === 0 ? '' : `, again in ${formatCount(windowCount, 'window')}`}, ${time}`}
    </Text>
  )
}
