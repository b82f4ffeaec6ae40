import { Switch } from '@mantine/core'
import { lazy, type ReactElement, Suspense, useState } from 'react'
import { formatDay } from '../../../ui/format.ts'
import { loadModule } from '../../../ui/load-module.ts'
import classes from './known-switch.module.css'

const DayInput = lazy(async () => ({
  default: (await loadModule(() => import('../../../ui/day-input.tsx'))).DayInput,
}))

interface KnownSwitchProps {
  /** The day at whose end the dataset is shown; null: as it is today. */
  readonly day: string | null
  /** Why it can only be shown as it is today. */
  readonly problem: string | null
  readonly onDay: (day: string | null) => void
}

/** Shows a dataset as it was known at the end of a day. */
export function KnownSwitch({ day, problem, onDay }: KnownSwitchProps): ReactElement {
  const [today] = useState(() => formatDay(Date.now()))
  const [typed, setTyped] = useState(day)
  const isOn = day !== null && problem === null
  const error = typed === null ? 'Enter a day' : typed > today ? 'Not available yet' : null
  return (
    <span className={classes['known']}>
      <Switch
        size="xs"
        label="As of a day"
        disabled={problem !== null}
        title={problem ?? 'Shows the dataset as it was at the end of a day'}
        checked={isOn}
        onChange={({ currentTarget }) => {
          const next = currentTarget.checked ? (typed ?? today) : null
          setTyped(next ?? typed)
          onDay(next)
        }}
      />
      {isOn ? (
        <Suspense>
          <DayInput
            size="xs"
            className={classes['day'] ?? ''}
            aria-label="As of the end of (UTC)"
            title="The end of this day, UTC"
            lastDay={today}
            value={typed}
            error={error}
            onChange={(next) => {
              setTyped(next)
              if (next !== null && next <= today) onDay(next)
            }}
          />
        </Suspense>
      ) : null}
    </span>
  )
}
