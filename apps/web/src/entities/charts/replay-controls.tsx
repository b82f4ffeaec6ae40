import { ActionIcon, SegmentedControl, Slider } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconPlayerSkipBack, IconPlayerSkipForward } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { formatMinute } from '../../ui/format.ts'
import classes from './replay-controls.module.css'
import { SPEEDS, type Speed, type useReplay } from './use-replay.ts'

interface ReplayControlsProps {
  readonly replay: ReturnType<typeof useReplay>
  readonly start: number
  readonly end: number
  /** Milliseconds of a bar. */
  readonly barMs: number
}

/** Plays, pauses and steps; the slider goes to any bar. */
export function ReplayControls({ replay, start, end, barMs }: ReplayControlsProps): ReactElement {
  const { time, isPlaying, speed, step } = replay
  return (
    <div className={classes['controls']}>
      <ActionIcon variant="default" aria-label="One bar back" onClick={() => step(-1)}>
        <IconPlayerSkipBack size={15} aria-hidden />
      </ActionIcon>
      <ActionIcon
        aria-label={isPlaying ? 'Pause' : 'Play'}
        disabled={time >= end}
        onClick={() => replay.setPlaying(!isPlaying)}
      >
        {isPlaying ? <IconPlayerPause size={15} aria-hidden /> : <IconPlayerPlay size={15} aria-hidden />}
      </ActionIcon>
      <ActionIcon variant="default" aria-label="One bar forward" onClick={() => step(1)}>
        <IconPlayerSkipForward size={15} aria-hidden />
      </ActionIcon>
      <SegmentedControl
        size="xs"
        aria-label="Bars a second"
        data={SPEEDS.map((one) => ({ value: String(one), label: `${one}×` }))}
        value={String(speed)}
        onChange={(next) => replay.setSpeed(Number(next) as Speed)}
      />
      <Slider
        className={classes['slider'] ?? ''}
        size="sm"
        min={start}
        max={end}
        step={barMs}
        value={time}
        label={(at) => formatMinute(at)}
        thumbLabel="Time of the replay"
        onChange={replay.go}
      />
      <output className="num" aria-label="Shown until">
        {formatMinute(time)} UTC
      </output>
    </div>
  )
}
