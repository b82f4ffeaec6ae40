import type { SeriesState } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import badges from '../../ui/badges.module.css'
import { formatDay } from '../../ui/format.ts'
import { Hint } from '../../ui/hint.tsx'

type Stored = Pick<NonNullable<SeriesState['stored']>, 'qualities' | 'since'>

interface Badge {
  readonly label: string
  readonly meaning: string
  readonly tone: 'good' | 'neutral' | 'warn'
}

const HINT_WIDTH = 320

/** What the times rest on at which values of a dataset were known. */
export function QualityBadges({ stored }: { readonly stored: Stored }): ReactElement[] {
  return qualityBadges(stored).map(({ label, meaning, tone }) => (
    <Hint key={label} label={meaning} width={HINT_WIDTH}>
      <span className={badges['pill']} data-tone={tone}>
        {label}
        <span className="visually-hidden">: {meaning}</span>
      </span>
    </Hint>
  ))
}

/** The best one first. */
function qualityBadges({ qualities, since }: Stored): Badge[] {
  const found: Badge[] = []
  const day = formatDay(since)
  if (qualities.includes('vintage')) {
    const meaning = 'The provider keeps every revision of its data: runs see what was published at each moment.'
    found.push({ label: 'Vintages', meaning, tone: 'good' })
  } else if (qualities.includes('observed')) {
    const meaning = `The provider keeps no revisions. Since ${day} this installation records when values appear and change.`
    found.push({ label: `Observed since ${day}`, meaning, tone: 'neutral' })
  }
  if (qualities.includes('lagged')) {
    const meaning =
      'There is no record of when these values became available: they count from a typical delay after the end of their period, and may have been revised since.'
    found.push({ label: since === null ? 'Lagged' : `Lagged before ${day}`, meaning, tone: 'warn' })
  }
  return found
}
