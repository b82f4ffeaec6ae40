import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactElement, useEffect, useEffectEvent } from 'react'
import { intervalMs } from '../../charts/price-chart/chart-interval.ts'
import type { PriceController } from '../../charts/price-chart/price-controller.ts'
import { ReplayControls } from '../../entities/charts/replay-controls.tsx'
import { useReplay } from '../../entities/charts/use-replay.ts'
import classes from './market-chart.module.css'

interface MarketReplayProps {
  readonly controller: PriceController
  /** The start of its first bar, and the newest time, UTC milliseconds. */
  readonly from: number
  readonly now: number
  readonly onTime: (until: number) => void
  readonly onEnd: () => void
}

/** Plays the prices of a market from a bar to now, of which the chart shows no more than has been played. */
export function MarketReplay({ controller, from, now, onTime, onEnd }: MarketReplayProps): ReactElement {
  const barMs = intervalMs(controller.interval)
  const period = { start: from + barMs, end: now }
  const replay = useReplay({
    ...period,
    away: (time, bars) => controller.barAway(time, bars) ?? time + bars * intervalMs(controller.interval),
  })
  const show = useEffectEvent(onTime)
  useEffect(() => show(replay.time), [replay.time])
  return (
    <div className={classes['replay']} role="group" aria-label="Replay">
      <ReplayControls replay={replay} {...period} barMs={barMs} />
      <ActionIcon variant="subtle" aria-label="Back to live prices" title="Back to live prices" onClick={onEnd}>
        <IconX size={15} aria-hidden />
      </ActionIcon>
    </div>
  )
}
